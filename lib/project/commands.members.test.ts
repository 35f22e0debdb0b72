import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import { changeProjectMembers } from '@/lib/project/commands.members';
import { ChangeProjectMembers } from '@/lib/project/schema';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';

/** People come into a project and leave it (permissions, row 24); leaving ends access at once (R11). */

const acme = (name: string) => fixtureId(`acme.${name}`);
const change = (ctx: Ctx, { add = [], remove = [] }: { add?: string[]; remove?: string[] }) =>
  changeProjectMembers(
    ctx,
    ChangeProjectMembers.parse({ project_id: acme('WEB'), add: add.map(acme), remove: remove.map(acme) }),
  );

describe('the people of a project', () => {
  test('are users and clients when a team leader brings them in or lets them go, anybody for an admin', async () => {
    for (const people of [{ add: ['lead2'] }, { add: ['admin'] }]) {
      expect(await attempt('acme.leader', (ctx) => change(ctx, people))).toBe('forbidden');
      expect(await attempt('acme.admin', (ctx) => change(ctx, people))).toBe('done');
    }
    expect(await attempt('acme.leader', (ctx) => change(ctx, { add: ['client2', 'outsider'] }))).toBe('done');
    await asMember('acme.admin', async (ctx) => {
      await change(ctx, { add: ['lead2'] });
      const leader = { ...ctx, actor: { ...ctx.actor, memberId: acme('leader'), role: 'team_leader' as const } };
      expect(await failureOf(change(leader, { remove: ['lead2'] }))).toMatchObject({ code: 'forbidden' });
    });
  });

  test('are told when they join; history and audit name who came and who left', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const { docs } = await change(ctx, { add: ['outsider', 'user'], remove: ['user2', 'client2'] });
      expect(docs.map(({ _id }) => _id).sort()).toEqual(['leader', 'user', 'client', 'outsider'].map(acme).sort());
      expect(docs[0]).toMatchObject({
        _id: acme('leader'),
        is_leader: true,
        is_contact: true,
        role_label: 'Team Leader',
      });
      expect(effects.notifications).toEqual([
        {
          memberId: acme('outsider'),
          kind: 'project.members_changed',
          topic: 'invited',
          data: { project_id: acme('WEB') },
        },
      ]);
      expect(effects.activities.at(-1)).toMatchObject({
        kind: 'project.members_changed',
        audience: 'internal',
        data: { added: [{ name: 'outsider of acme' }], removed: [{ name: 'user2 of acme' }] },
      });
      expect(effects.audits).toMatchObject([{ action: 'project.members_changed', target: acme('WEB') }]);
      const joined = [acme('outsider')];
      expect(effects.events.at(-1)).toEqual({ type: 'members.changed', projectId: acme('WEB'), joined });
    }));

  test('stay as they are when nobody comes or goes', () =>
    asMember('acme.leader', async (ctx, effects) => {
      await change(ctx, { add: ['user'], remove: ['client2'] });
      expect(effects).toMatchObject({ activities: [], events: [], audits: [], notifications: [], revoked: [] });
    }));

  test('include the leader until another one is appointed', () =>
    asMember('acme.admin', async (ctx) => {
      const failure = await failureOf(change(ctx, { remove: ['leader'] }));
      expect(failure).toMatchObject({ code: 'conflict', message: expect.stringContaining('another leader first') });
    }));

  test.each(['observer', 'pending', 'rejected', 'gone'])('do not include the %s', (seat) =>
    asMember('acme.admin', async (ctx) =>
      expect((await failureOf(change(ctx, { add: [seat] }))).details.errors).toHaveProperty('add'),
    ),
  );

  test('include nobody of another organisation, who is as unknown as a random id', () =>
    asMember('acme.admin', async (ctx) => {
      const add = async (id: string) =>
        (await failureOf(changeProjectMembers(ctx, ChangeProjectMembers.parse({ project_id: acme('WEB'), add: [id] }))))
          .details.errors;
      expect(await add(fixtureId('globex.user'))).toEqual(await add(fixtureId('nobody')));
    }));
});

describe('who leaves a project', () => {
  test('is taken off its open tasks and keeps the finished ones', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const tasks = () => ctx.db.taskAssignee.findMany({ where: { memberId: acme('user') }, select: { taskId: true } });
      expect((await tasks()).map(({ taskId }) => taskId).sort()).toEqual([acme('WEB-1'), acme('WEB-6')].sort());
      await change(ctx, { remove: ['user'] });
      expect(await tasks()).toEqual([{ taskId: acme('WEB-6') }]);
      expect(await ctx.db.task.findFirst({ where: { id: acme('WEB-1') } })).toMatchObject({ version: 2 });
      expect(await ctx.db.task.findFirst({ where: { id: acme('WEB-6') } })).toMatchObject({ version: 1 });
      expect(effects.events[0]).toEqual({
        type: 'task.changed',
        taskId: acme('WEB-1'),
        projectId: acme('WEB'),
        version: 2,
        client: true,
      });
      expect(effects.activities[0]).toMatchObject({ kind: 'task.assigned', task: { id: acme('WEB-1') } });
    }));

  test('keeps the tasks of other projects', () =>
    asMember('acme.admin', async (ctx) => {
      await change(ctx, { remove: ['user2'] });
      expect(
        await ctx.db.taskAssignee.findMany({ where: { memberId: acme('user2') }, select: { taskId: true } }),
      ).toEqual([{ taskId: acme('APP-1') }]);
    }));
});

describe('the live connection of who leaves', () => {
  const owner = new pg.Client({ connectionString: env.databaseUrl });
  const seat = [acme('WEB'), acme('user2')];
  beforeAll(() => owner.connect());
  afterAll(async () => {
    await owner.query('insert into project_member (org_id, project_id, member_id) values ($3, $1, $2)', [
      ...seat,
      fixtureId('acme'),
    ]);
    await owner.query(
      'insert into task_assignee (org_id, task_id, member_id, project_id, audience) select org_id, id, $2, project_id, audience from task where id = any($1)',
      [['WEB-4', 'WEB-5'].map(acme), acme('user2')],
    );
    await owner.query('delete from outbox');
    await owner.end();
  });

  test('P06 is ended by the outbox, with the change that took the access away', async () => {
    await asMemberCommitted('acme.leader', (ctx) => change(ctx, { remove: ['user2'] }));
    const { rows } = await owner.query(`select kind, payload from outbox where kind = 'terminate'`);
    expect(rows).toEqual([{ kind: 'terminate', payload: { member_id: acme('user2') } }]);
  });
});

describe('the contacts that clients see', () => {
  const contacts = (ctx: Ctx, more: object) =>
    changeProjectMembers(ctx, ChangeProjectMembers.parse({ project_id: acme('WEB'), ...more }));

  test.each([
    ['acme.admin', 'done'],
    ['acme.leader', 'done'],
    ['acme.user', 'forbidden'],
    ['acme.client', 'forbidden'],
    ['acme.observer', 'forbidden'],
    ['acme.outsider', 'not_found'],
    ['globex.admin', 'not_found'],
  ] as const)('are chosen by %s: %s', async (who, outcome) => {
    expect(await attempt(who, (ctx) => contacts(ctx, { add_contacts: [acme('user2')] }))).toBe(outcome);
  });

  test('are shown to the client from then on, and not any more when they are taken back', () =>
    asMember('acme.leader', async (ctx) => {
      const isContact = ({ docs }: Awaited<ReturnType<typeof contacts>>) =>
        docs.find(({ _id }) => _id === acme('user2'))?.is_contact;
      expect(isContact(await contacts(ctx, { add_contacts: [acme('user2')] }))).toBe(true);
      expect(isContact(await contacts(ctx, { remove_contacts: [acme('user2')] }))).toBe(false);
    }));

  test('are of the team and of the project, and the leader stays one', () =>
    asMember('acme.leader', async (ctx) => {
      const refusal = async (more: object) => (await failureOf(contacts(ctx, more))).code;
      expect(await refusal({ add_contacts: [acme('client')] })).toBe('invalid');
      expect(await refusal({ add_contacts: [acme('outsider')] })).toBe('invalid');
      expect(await refusal({ remove_contacts: [acme('leader')] })).toBe('conflict');
    }));
});
