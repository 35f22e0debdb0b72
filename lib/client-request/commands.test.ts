import { describe, expect, test } from 'vitest';
import { getClientHome } from '@/lib/client-home/queries';
import { editRequest, fileRequest, reopenRequest, triageRequest, withdrawRequest } from '@/lib/client-request/commands';
import { getRequest, listRequests } from '@/lib/client-request/queries';
import { EditRequest, FileRequest, ListRequests, type RequestRecord, TriageRequest } from '@/lib/client-request/schema';
import { MOST_WAITING } from '@/lib/client-request/vocabulary';
import { getFile } from '@/lib/file/queries.record';
import { listNotifications } from '@/lib/notification/queries';
import { ListNotifications } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { updateOrganisation } from '@/lib/organisation/commands';
import { getOrganisation } from '@/lib/organisation/queries';
import { search } from '@/lib/search/queries';
import { Search } from '@/lib/search/schema';
import { getTask } from '@/lib/task/queries';
import type { TaskDetail } from '@/lib/task/schema';
import { asMember, become } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { add, withoutFiles } from '@/lib/test/file-calls';
import { edit, person, WEB } from '@/lib/test/task-calls';
import { asClient } from '@/lib/test/test-as';

type Input = Record<string, unknown>;
const file = (ctx: Ctx, more: Input = {}) =>
  fileRequest(ctx, FileRequest.parse({ project_id: WEB, title: 'A page for jobs', ...more }));
const triage = (ctx: Ctx, id: string, more: Input) => triageRequest(ctx, TriageRequest.parse({ id, ...more }));
const accept = async (ctx: Ctx, id: string, more: Input = {}) =>
  (await triage(ctx, id, { accept: true, ...more })) as TaskDetail;
const decline = async (ctx: Ctx, id: string) =>
  (await triage(ctx, id, { accept: false, reason: 'Not this year' })) as RequestRecord;
const all = async (ctx: Ctx, more: Input = {}) => (await listRequests(ctx, ListRequests.parse(more))).docs;
const told = async (ctx: Ctx) =>
  (await listNotifications(ctx, ListNotifications.parse({}))).docs.map(({ kind }) => kind);

withoutFiles();

describe('a request', () => {
  test('is told to who can decide, and becomes a task that its author follows, with its attachments', () =>
    asMember('acme.client', async (ctx, effects) => {
      const draft = await add(ctx, { project_id: WEB, draft: true }, 'openings.pdf');
      const { _id: id, ...made } = await file(ctx, { body: 'With **three** openings', attachment_ids: [draft] });
      expect(made).toMatchObject({
        ...{ state: 'received', body_html: expect.stringContaining('<strong>three</strong>'), task: null },
        ...{ attachments: [{ _id: draft, rights: { edit: false } }], rights: { edit: true, triage: false } },
      });
      expect(effects.notifications).toMatchObject([{ memberId: person('leader'), kind: 'request.filed' }]);
      expect(effects.events).toContainEqual(expect.objectContaining({ type: 'request.changed', requestId: id }));
      expect(effects.activities).toMatchObject([{ kind: 'request.filed', audience: 'internal' }]);

      const leader = await become(ctx, 'acme.leader');
      expect(await told(leader)).toEqual(['request.filed']);
      const task = await accept(leader, id, { priority: 'high', assignee_ids: [person('user')] });
      expect(task).toMatchObject({
        ...{ title: 'A page for jobs', description: 'With **three** openings', audience: 'client', priority: 'high' },
        ...{ attachments: [{ _id: draft, task_id: task._id, name: 'openings.pdf' }], status: 1 },
        watchers: [{ _id: person('client') }, { _id: person('leader') }, { _id: person('user') }],
      });
      // It no longer waits for anybody.
      expect(await told(leader)).toEqual([]);
      expect(await codeOf(accept(leader, id))).toBe('conflict');

      const client = await become(ctx, 'acme.client', effects);
      const mine = async () => (await getRequest(client, { id })) as RequestRecord;
      expect(await mine()).toMatchObject({ state: 'planned', attachments: [], task: { key: task.key } });
      expect(await getFile(client, { id: draft })).toMatchObject({ task_id: task._id });
      for (const [version, status, state] of [
        [1, 2, 'in_progress'],
        [2, 3, 'in_progress'],
        [3, 4, 'done'],
        [4, 5, 'planned'],
      ] as const) {
        await edit(await become(ctx, 'acme.leader'), task._id, { version, status });
        await become(ctx, 'acme.client');
        expect((await mine()).state).toBe(state);
      }
      // A task that became internal says nothing of itself, nor how far it is.
      await edit(await become(ctx, 'acme.leader'), task._id, { version: 5, status: 4, audience: 'internal' });
      await become(ctx, 'acme.client');
      expect(await mine()).toMatchObject({ state: 'planned', task: null });
      expect(await all(client, { state: 'done' })).toEqual([]);
      expect(await codeOf(getTask(client, { id: task._id }))).toBe('not_found');
    }));

  asClient('that is declined says why, and is taken up again by who declined it', async (ctx) => {
    const { _id: id } = await file(ctx);
    const leader = await become(ctx, 'acme.leader');
    expect(await decline(leader, id)).toMatchObject({ state: 'declined', rights: { triage: true, reopen: true } });
    expect(await codeOf(decline(leader, id))).toBe('conflict');
    const client = await become(ctx, 'acme.client');
    expect(await getRequest(client, { id })).toMatchObject({
      ...{ state: 'declined', reason: 'Not this year', rights: { edit: false, triage: false, reopen: false } },
      decided_by: { name: 'leader of acme' },
    });
    expect(await told(client)).toEqual(['request.declined']);
    expect(await codeOf(reopenRequest(client, { id }))).toBe('forbidden');
    await become(ctx, 'acme.leader');
    expect(await reopenRequest(leader, { id })).toMatchObject({ state: 'received', reason: null, decided_by: null });
    await leader.settle();
    expect(await told(await become(ctx, 'acme.client'))).toEqual(['request.reopened']);
    await become(ctx, 'acme.leader');
    await decline(leader, id);
    // Who changed their mind accepts it right away.
    expect((await accept(leader, id)).title).toBe('A page for jobs');
  });

  asClient('is changed and withdrawn by its author until it is decided', async (ctx) => {
    const [one, two] = [
      await add(ctx, { project_id: WEB, draft: true }, 'a.pdf'),
      await add(ctx, { project_id: WEB, draft: true }, 'b.pdf'),
    ];
    const { _id: id } = await file(ctx, { attachment_ids: [one] });
    const change = (more: Input) => editRequest(ctx, EditRequest.parse({ id, ...more }));
    expect(await change({ version: 1, title: 'Jobs', attachment_ids: [two] })).toMatchObject({
      ...{ title: 'Jobs', version: 2, attachments: [{ _id: two }] },
    });
    // What was taken off is a draft of its author's again, and can be put back.
    expect(await change({ version: 2, attachment_ids: [two, one] })).toMatchObject({ attachments: [{}, {}] });
    expect((await failureOf(change({ version: 2, title: 'x' }))).details.current).toMatchObject({ version: 3 });
    expect(await change({ version: 3, title: 'Jobs', attachment_ids: [one, two] })).toMatchObject({ version: 3 });
    const waits = await failureOf(reopenRequest(ctx, { id }));
    expect([waits.code, waits.details.current]).toMatchObject(['conflict', { state: 'received', version: 3 }]);
    expect(await withdrawRequest(ctx, { id })).toMatchObject({ state: 'withdrawn', rights: { reopen: true } });
    expect(await codeOf(change({ version: 4, title: 'x' }))).toBe('conflict');
    const leader = await become(ctx, 'acme.leader');
    expect(await told(leader)).toEqual([]);
    expect(await codeOf(accept(leader, id))).toBe('conflict');
    await become(ctx, 'acme.client');
    await reopenRequest(ctx, { id });
    await become(ctx, 'acme.leader');
    expect(await codeOf(triage(leader, id, { accept: true, version: 1 }))).toBe('conflict');
    expect(await codeOf(triage(leader, id, { accept: true, project_id: person('APP') }))).toBe('invalid');
    await accept(leader, id);
    await become(ctx, 'acme.client');
    expect(await codeOf(withdrawRequest(ctx, { id }))).toBe('conflict');
  });

  asClient('waits with a certain number of others at most, and in no archived project', async (ctx) => {
    const { details } = await failureOf(file(ctx, { attachment_ids: [person('nobody')] }));
    expect(details.errors).toHaveProperty('attachment_ids');
    // The refused one stays: nothing is rolled back within a test.
    await ctx.db.$executeRaw`insert into client_request (id, project_id, author_id, title)
        select gen_random_uuid(), ${WEB}::uuid, ${ctx.actor.memberId}::uuid, 'One' from generate_series(3, ${MOST_WAITING}::int)`;
    await file(ctx);
    expect(await codeOf(file(ctx))).toBe('conflict');
    const leader = await become(ctx, 'acme.leader');
    await leader.db.project.update({ where: { id: WEB }, data: { status: 'archived' } });
    expect((await failureOf(file(await become(ctx, 'acme.client')))).message).toContain('archived');
    const [waits] = await all(await become(ctx, 'acme.leader'));
    expect((await failureOf(accept(leader, waits?._id ?? ''))).message).toContain('archived');
    expect(await decline(leader, waits?._id ?? '')).toMatchObject({ state: 'declined' });
  });

  asClient('is decided by who leads, not by who works in the project or looks on', async (ctx) => {
    const { _id: id } = await file(ctx);
    for (const seat of ['user', 'observer']) {
      const other = await become(ctx, `acme.${seat}`);
      expect(await codeOf(accept(other, id))).toBe('forbidden');
      expect(await codeOf(withdrawRequest(other, { id }))).toBe('forbidden');
    }
    expect((await accept(await become(ctx, 'acme.subadmin'), id)).title).toBe('A page for jobs');
  });
});

asClient('those that wait come first, the longest waiting on top; then the others, the latest first', async (ctx) => {
  // How many hours ago each was filed and changed.
  for (const [title, filed, changed] of [
    ['Filed later', 1, 1],
    ['Filed first', 4, 0],
    ['Closed first', 2, 2],
    ['Closed later', 3, 1],
  ] as const)
    await ctx.db.$executeRaw`insert into client_request (id, project_id, author_id, title, created_at, updated_at)
        values (gen_random_uuid(), ${WEB}::uuid, ${ctx.actor.memberId}::uuid, ${title},
                now() - make_interval(hours => ${filed}::int), now() - make_interval(hours => ${changed}::int))`;
  await ctx.db.$executeRaw`update client_request set state = 'withdrawn' where title like 'Closed%'`;
  const titles = (await all(ctx)).map(({ title }) => title);
  expect(titles).toEqual(['Filed first', 'Filed later', 'Closed later', 'Closed first']);
});

asClient.each([
  ['acme.user', true],
  ['acme.observer', true],
  ['acme.lead2', false],
  ['acme.client2', false],
  ['globex.admin', false],
])('a request is listed and found by the team of its project: %s %s', async (ctx, who, seen) => {
  await file(ctx);
  const other = await become(ctx, who);
  expect(await all(other)).toHaveLength(seen ? 1 : 0);
  expect((await search(other, Search.parse({ q: 'jobs' }))).docs).toHaveLength(seen ? 1 : 0);
});

asClient('other clients of the project see nothing of it, nor of its attachments', async (ctx) => {
  const draft = await add(ctx, { project_id: WEB, draft: true }, 'openings.pdf');
  const { _id: id } = await file(ctx, { attachment_ids: [draft] });
  const other = await become(ctx, 'acme.client2');
  const joined = { ...other, actor: other.actor };
  await joined.db.$executeRaw`select set_config('app.project_ids', ${`{${WEB}}`}, true)`;
  expect(await all(joined)).toEqual([]);
  expect(await codeOf(getFile(joined, { id: draft }))).toBe('not_found');
  expect(await codeOf(getRequest(joined, { id }))).toBe('not_found');
});

test('is refused in words where the organisation switched them off; those before stay, and are decided', () =>
  asMember('acme.client', async (ctx) => {
    const { _id: id } = await file(ctx);
    const { _id: withdrawn } = await file(ctx);
    await withdrawRequest(ctx, { id: withdrawn });
    await ctx.settle();
    const admin = await become(ctx, 'acme.admin');
    const { version } = await getOrganisation(admin);
    await updateOrganisation(admin, { version, client_requests: false });
    const client = await become(ctx, 'acme.client');
    for (const refused of [file(client), reopenRequest(client, { id: withdrawn })])
      expect(await failureOf(refused)).toMatchObject({
        code: 'forbidden',
        message: expect.stringMatching(/switched off in this organisation\. Ask .*leader of acme.* instead/),
      });
    expect((await getClientHome(client)).takes_requests).toBe(false);
    expect((await editRequest(client, EditRequest.parse({ id, version: 1, title: 'Another page' }))).title).toBe(
      'Another page',
    );
    expect(await decline(await become(ctx, 'acme.leader'), id)).toMatchObject({ state: 'declined' });
  }));
