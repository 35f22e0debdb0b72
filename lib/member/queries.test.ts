import { describe, expect, test } from 'vitest';
import { getCurrentMember, getShell, listMembers, listPickable } from '@/lib/member/queries';
import { CurrentMember, ListedPerson, ListMembers, ListPickable } from '@/lib/member/schema';
import type { Ctx } from '@/lib/org';
import { ROLES } from '@/lib/permission/schema';
import { asMember } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';

/** What each role learns about people (permissions, rows 6 and 7; rulings 11). */

const acme = (name: string) => fixtureId(`acme.${name}`);
const list = (ctx: Ctx, input: object = {}) => listMembers(ctx, ListMembers.parse(input));
const pick = (ctx: Ctx, input: object = {}) => listPickable(ctx, ListPickable.parse({ project_id: 'WEB', ...input }));
const seats = (docs: { name: string }[]) => docs.map(({ name }) => name.replace(' of acme', '')).sort();

const EVERYBODY = [
  'admin',
  'both',
  'client',
  'client2',
  'lead2',
  'leader',
  'observer',
  'outsider',
  'subadmin',
  'user',
  'user2',
];

describe('the list of people', () => {
  test.each([
    ['acme.admin', EVERYBODY],
    ['acme.subadmin', EVERYBODY],
    ['acme.leader', EVERYBODY],
    ['acme.observer', EVERYBODY],
    ['acme.user', ['client', 'leader', 'user', 'user2']],
    ['acme.outsider', ['outsider']],
    ['acme.client', ['client', 'leader', 'user']],
    ['acme.client2', ['client2', 'lead2']],
  ])('of %s', (who, expected) =>
    asMember(who, async (ctx) => {
      const { docs, total } = await list(ctx);
      expect(seats(docs)).toEqual(expected);
      expect(total).toBe(expected.length);
      for (const doc of docs) expect(ListedPerson.parse(doc)).toEqual(doc);
      if (who === 'acme.client')
        for (const doc of docs.filter(({ _id }) => _id !== acme('client')))
          expect(Object.keys(doc).sort()).toEqual(['_id', 'name', 'pic']);
    }),
  );

  test.each([
    ['acme.admin', 'everybody’s'],
    ['acme.subadmin', 'everybody’s'],
    ['acme.leader', 'everybody’s'],
    ['acme.observer', 'everybody’s'],
    ['acme.user', 'its own'],
    ['acme.client', 'its own'],
  ])('shows %s %s email', (who, whose) =>
    asMember(who, async (ctx) => {
      const { docs } = await list(ctx);
      const shown = docs.filter((doc) => 'email' in doc).map(({ _id }) => _id);
      expect(shown).toEqual(whose === 'its own' ? [ctx.actor.memberId] : docs.map(({ _id }) => _id));
    }),
  );

  test('never shows a telephone number', () =>
    asMember('acme.admin', async (ctx) => {
      await ctx.db.member.updateMany({ where: { id: acme('user') }, data: { phone: '+49 30 1234567' } });
      expect(JSON.stringify(await list(ctx))).not.toContain('1234567');
    }));

  test('finds emails only for those who see them', async () => {
    await asMember('acme.admin', async (ctx) =>
      expect(seats((await list(ctx, { q: 'leader@acme' })).docs)).toEqual(['leader']),
    );
    await asMember('acme.user', async (ctx) => {
      expect((await list(ctx, { q: 'leader@acme' })).docs).toEqual([]);
      expect(seats((await list(ctx, { q: 'LEADER' })).docs)).toEqual(['leader']);
    });
  });

  test('shows who waits or was declined to those who see everybody, when asked', async () => {
    for (const who of ['acme.admin', 'acme.leader', 'acme.observer'])
      await asMember(who, async (ctx) => {
        expect(seats((await list(ctx, { approval_status: '2' })).docs)).toEqual(['pending']);
        expect(seats((await list(ctx, { approval_status: '0,2' })).docs)).toEqual(['pending', 'rejected']);
      });
    for (const who of ['acme.user', 'acme.client'])
      await asMember(who, async (ctx) => expect((await list(ctx, { approval_status: '2' })).docs).toEqual([]));
  });

  test('hides who waits from the users and clients of the same project', () =>
    asMember('acme.leader', async (ctx) => {
      await ctx.db.projectMember.createMany({
        data: [{ projectId: acme('WEB'), memberId: acme('pending'), isContact: true }],
      });
      for (const role of ['user', 'client']) {
        await ctx.db
          .$executeRaw`select set_config('app.role', ${role}, true), set_config('app.member_id', ${acme(role)}, true)`;
        const as = { ...ctx, actor: { ...ctx.actor, memberId: acme(role), role: role as 'user' | 'client' } };
        for (const approval_status of ['2', '1,2', '0,1,2'])
          expect(seats((await list(as, { approval_status })).docs)).not.toContain('pending');
      }
    }));

  test('filters by roles and by literal text', () =>
    asMember('acme.admin', async (ctx) => {
      expect(seats((await list(ctx, { role: 'client,observer' })).docs)).toEqual(['client', 'client2', 'observer']);
      for (const q of ['%', '_', '\\']) expect((await list(ctx, { q })).docs).toEqual([]);
      expect(await list(ctx, { page: 3, limit: 10 })).toMatchObject({ docs: [], total: EVERYBODY.length });
      expect(await statementsOf(() => list(ctx))).toBe(1);
    }));

  test('T09 holds nobody of another organisation', () =>
    asMember('globex.admin', async (ctx) => expect(JSON.stringify(await list(ctx))).not.toContain('acme')));
});

describe('the signed-in person', () => {
  test.each(ROLES.map((role) => [role, role === 'team_leader' ? 'leader' : role]))(
    '%s learns what it may',
    (role, seat) =>
      asMember(`acme.${seat}`, async (ctx) => {
        const me = await getCurrentMember(ctx);
        expect(CurrentMember.parse(me)).toEqual(me);
        expect(me).toMatchObject({
          _id: acme(seat),
          role,
          email: `${seat}@acme.test`,
          approval_status: 1,
          approval_label: 'Approved',
        });
        expect(me.organisation.sub_domain).toBe('acme');
        expect(me.permissions['organisation.govern']).toBe(role === 'admin' ? 'all' : 'none');
      }),
  );
});

describe('the picker of people', () => {
  test.each([
    ['acme.admin', ['admin', 'leader', 'subadmin', 'user', 'user2']],
    ['acme.leader', ['admin', 'leader', 'subadmin', 'user', 'user2']],
    ['acme.user', ['admin', 'leader', 'subadmin', 'user', 'user2']],
    ['acme.client', ['leader', 'user']],
  ])('offers %s those who can be given work', (who, expected) =>
    asMember(who, async (ctx) => expect(seats((await pick(ctx)).docs)).toEqual(expected)),
  );

  test('offers the clients too when somebody is mentioned, to the team only', async () => {
    const mention = { purpose: 'mention', q: 'client' };
    await asMember('acme.user', async (ctx) => expect(seats((await pick(ctx, mention)).docs)).toEqual(['client']));
    await asMember('acme.client', async (ctx) => expect((await pick(ctx, mention)).docs).toEqual([]));
  });

  test('leaves out whose role has become observer since', () =>
    asMember('acme.admin', async (ctx) => {
      await ctx.db.projectMember.createMany({ data: [{ projectId: acme('WEB'), memberId: acme('observer') }] });
      expect(seats((await pick(ctx, { purpose: 'mention' })).docs)).not.toContain('observer');
    }));

  test('tells a client names and pictures only', () =>
    asMember('acme.client', async (ctx) => {
      for (const doc of (await pick(ctx)).docs) expect(Object.keys(doc).sort()).toEqual(['_id', 'name', 'pic']);
    }));
});

describe('the frame of every screen', () => {
  test('knows the person, the newest projects and how much is unread, in one statement', () =>
    asMember('acme.user2', async (ctx) => {
      const project = (key: string) => ({
        memberId: acme('user2'),
        kind: 'project.members_changed',
        data: { project_id: acme(key) },
      });
      await ctx.db.notification.createMany({
        data: [
          project('WEB'),
          project('nowhere'),
          { memberId: acme('user2'), kind: 'task.assigned', taskId: acme('APP-1') },
        ],
      });
      expect(await getShell(ctx)).toMatchObject({
        member: { _id: acme('user2'), role: 'user', role_label: 'User', pic: null },
        unread: 2,
        timer: null,
        projects: [{ key: 'APP' }, { key: 'WEB' }],
      });
      expect(await statementsOf(() => getShell(ctx))).toBe(1);
    }));

  test('shows nobody a project that is not theirs, and no archived one', async () => {
    const keys = async (who: string) => {
      let found: string[] = [];
      await asMember(who, async (ctx) => {
        found = (await getShell(ctx)).projects.map(({ key }) => key);
      });
      return found;
    };
    expect(await keys('acme.client')).toEqual(['WEB']);
    expect(await keys('acme.outsider')).toEqual([]);
    await asMember('acme.admin', async (ctx) => {
      await ctx.db.project.updateMany({ where: { key: 'WEB' }, data: { status: 'archived' } });
      expect((await getShell(ctx)).projects.map(({ key }) => key)).toEqual(['APP']);
    });
  });
});
