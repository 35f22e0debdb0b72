import { expect, test } from 'vitest';
import { addComment, editComment } from '@/lib/comment/commands';
import { AddComment, EditComment } from '@/lib/comment/schema';
import { changeUserRole } from '@/lib/member/commands';
import { deactivateMember, reactivateMember } from '@/lib/member/commands.state';
import { ChangeRole, DeactivateMember } from '@/lib/member/schema.manage';
import type { Ctx } from '@/lib/org';
import { changeProjectMembers } from '@/lib/project/commands.members';
import { ChangeProjectMembers } from '@/lib/project/schema';
import { deleteTask } from '@/lib/task/commands.bin';
import { getCard, getTask } from '@/lib/task/queries';
import { transferTask } from '@/lib/task-transfer/commands';
import { asMember, become } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { board, edit, list, move, person, task, told, WEB } from '@/lib/test/task-calls';
import { asAdmin } from '@/lib/test/test-as';
import { unwatchTask, watchTask } from '@/lib/watcher/commands';

const comment = (ctx: Ctx, key: string, more: Record<string, unknown> = {}) =>
  addComment(ctx, AddComment.parse({ task_id: task(key), body: 'Looks good', ...more }));
const watchers = async (ctx: Ctx, id: string) => (await getTask(ctx, { id })).watchers.map(({ _id }) => _id).sort();
const people = (...seats: string[]) => seats.map(person).sort();
const watched = async (ctx: Ctx) => (await list(ctx, { filter: 'watcher:me' })).docs.map(({ key }) => key).sort();

test('watching a task is for everybody who sees it; for others it is chosen by who may assign them', async () => {
  const other = (ctx: Ctx) => watchTask(ctx, { id: task('WEB-1'), member_id: person('user2') });
  for (const [seat, outcome] of [
    ['leader', 'done'],
    ['user', 'forbidden'],
    ['user2', 'done'],
    ['client', 'forbidden'],
  ] as const)
    expect(await attempt(`acme.${seat}`, other), seat).toBe(outcome);
});

test('watching a task shows on the task, on its card and in the filter, and leaves the version', () =>
  asMember('acme.user2', async (ctx, effects) => {
    const { version, watching } = await getCard(ctx, { id: task('WEB-1') });
    expect(watching).toBeUndefined();
    expect(await watched(ctx)).not.toContain('WEB-1');
    const now = await watchTask(ctx, { id: 'WEB-1' });
    expect(now).toMatchObject({ task_id: task('WEB-1'), watching: true });
    expect(await watchers(ctx, 'WEB-1')).toEqual(now.watchers.map(({ _id }) => _id).sort());
    const onBoard = (await board(ctx)).flatMap(({ docs }) => docs).find(({ key }) => key === 'WEB-1');
    expect([onBoard?.watching, onBoard?.version]).toEqual([true, version]);
    expect(await watched(ctx)).toContain('WEB-1');
    expect([effects.activities, effects.events]).toEqual([[], []]);
    await unwatchTask(ctx, { id: 'WEB-1' });
    expect(await watched(ctx)).not.toContain('WEB-1');
  }));

test('watching a task is told in the history and to the person where somebody else chose it', () =>
  asMember('acme.leader', async (ctx, effects) => {
    await watchTask(ctx, { id: 'WEB-2', member_id: person('user2') });
    await watchTask(ctx, { id: 'WEB-2', member_id: person('user2') });
    expect(effects.activities).toMatchObject([{ kind: 'task.watched', audience: 'internal' }]);
    expect(told(effects)).toEqual([['task.watched', person('user2')]]);
    await ctx.settle();
    expect((await getTask(ctx, { id: 'WEB-2' })).activity[0]?.says).toBe('asked user2 of acme to watch this task');
    const { code } = await failureOf(watchTask(ctx, { id: 'WEB-2', member_id: person('client') }));
    expect(code).toBe('invalid');
    const nobody = await failureOf(unwatchTask(ctx, { id: 'WEB-2', member_id: person('nobody') }));
    expect(nobody.details.errors).toHaveProperty('member_id');
    await unwatchTask(ctx, { id: 'WEB-2', member_id: person('user2') });
    await ctx.settle();
    expect((await getTask(ctx, { id: 'WEB-2' })).activity[0]?.says).toContain('user2 of acme');
    expect(await watchers(ctx, 'WEB-2')).not.toContain(person('user2'));
    await deleteTask(ctx, { id: 'WEB-2' });
    for (const work of [watchTask, unwatchTask])
      expect((await failureOf(work(ctx, { id: task('WEB-2') }))).code).toBe('not_found');
  }));

test('who takes part watches: the creator and the assignees while they are that, and who comments or is named', () =>
  asMember('acme.leader', async (ctx) => {
    const before = await watchers(ctx, 'WEB-2');
    await edit(ctx, 'WEB-2', { assignee_ids: people('user2') });
    expect(await watchers(ctx, 'WEB-2')).toContain(person('user2'));
    await edit(ctx, 'WEB-2', { version: 2, assignee_ids: [] });
    expect(await watchers(ctx, 'WEB-2')).not.toContain(person('user2'));
    await comment(ctx, 'WEB-2', { body: '@user2 of acme, @admin of acme' });
    expect(await watchers(ctx, 'WEB-2')).toEqual(expect.arrayContaining(people('user2', 'admin', 'leader')));
    expect(before.length).toBeLessThan((await watchers(ctx, 'WEB-2')).length);
  }));

test('who is named where a comment is changed watches the task from then on, and hears of what follows', () =>
  asMember('acme.leader', async (ctx, effects) => {
    const { _id: id } = await comment(ctx, 'WEB-2');
    await editComment(ctx, EditComment.parse({ id, version: 1, body: '@user2 of acme' }));
    expect(await watchers(ctx, 'WEB-2')).toContain(person('user2'));
    await comment(ctx, 'WEB-2');
    expect(told(effects)).toContainEqual(['comment.added', person('user2')]);
  }));

asAdmin('who takes part hears of comments and moves, unless they chose not to', async (ctx, effects) => {
  const as = (seat: string) => become(ctx, `acme.${seat}`, effects);
  await watchTask(await as('observer'), { id: 'WEB-1' });
  await unwatchTask(await as('user'), { id: 'WEB-1' });
  await unwatchTask(await as('leader'), { id: 'WEB-1' });
  const user2 = await as('user2');
  const heard = async (work: (ctx: Ctx) => Promise<unknown>) => {
    effects.notifications.length = 0;
    await work(user2);
    return told(effects).map(([, who]) => who);
  };
  const ofComment = await heard((by) => comment(by, 'WEB-1'));
  expect(ofComment).toContain(person('observer'));
  for (const seat of ['user', 'leader']) expect(ofComment).not.toContain(person(seat));
  const named = await heard((by) => comment(by, 'WEB-1', { body: '@user of acme' }));
  expect(named).toContain(person('user'));
  const admin = await as('admin');
  effects.notifications.length = 0;
  await move(admin, task('WEB-1'), 3);
  const ofMove = told(effects).map(([, who]) => who);
  expect(ofMove).toEqual(expect.arrayContaining(people('observer', 'user2')));
  for (const seat of ['user', 'leader']) expect(ofMove).not.toContain(person(seat));
});

asAdmin('a client sees of the watchers only itself, and hears only of what it may read', async (ctx, effects) => {
  const client = await become(ctx, 'acme.client', effects);
  expect((await getTask(client, { id: 'WEB-1' })).watchers).toEqual([]);
  expect((await watchTask(client, { id: 'WEB-1' })).watchers.map(({ _id }) => _id)).toEqual(people('client'));
  const leader = await become(ctx, 'acme.leader', effects);
  expect(await watchers(leader, 'WEB-1')).toContain(person('client'));
  const heard = async (internal: boolean) => {
    effects.notifications.length = 0;
    await comment(leader, 'WEB-1', { internal });
    return told(effects).some(([, who]) => who === person('client'));
  };
  expect([await heard(true), await heard(false)]).toEqual([false, true]);
  await edit(leader, 'WEB-1', { audience: 'internal' });
  expect(await watchers(leader, 'WEB-1')).not.toContain(person('client'));
});

test('a client who writes reaches the watchers whom it does not see', () =>
  asMember('acme.user2', async (ctx, effects) => {
    await watchTask(ctx, { id: 'WEB-1' });
    const client = await become(ctx, 'acme.client', effects);
    await comment(client, 'WEB-1');
    expect(told(effects).map(([, who]) => who)).toContain(person('user2'));
  }));

const members = (ctx: Ctx, change: object) =>
  changeProjectMembers(ctx, ChangeProjectMembers.parse({ project_id: WEB, ...change }));
const role = (ctx: Ctx, to: string) => changeUserRole(ctx, ChangeRole.parse({ user_id: person('user'), role: to }));
const transfer = (ctx: Ctx, project_id: string) => transferTask(ctx, { id: task('WEB-3'), project_id, dry_run: false });

/** Ways to leave, and back. */
test.each<[how: string, leave: (ctx: Ctx) => Promise<unknown>, back: (ctx: Ctx) => Promise<unknown>, key?: string]>([
  ['the project', (ctx) => members(ctx, { remove: people('user') }), (ctx) => members(ctx, { add: people('user') })],
  ['the team, by another role', (ctx) => role(ctx, 'client'), (ctx) => role(ctx, 'user')],
  [
    'the organisation',
    (ctx) => deactivateMember(ctx, DeactivateMember.parse({ user_id: person('user') })),
    (ctx) => reactivateMember(ctx, { user_id: person('user') }),
  ],
  [
    'a task that is elsewhere for a while',
    (ctx) => transfer(ctx, fixtureId('acme.APP')),
    (ctx) => transfer(ctx, WEB),
    'WEB-7',
  ],
])('who left %s watches nothing of before, and begins anew by taking part', (_how, leave, back, key = 'WEB-3') =>
  asMember('acme.user', async (user) => {
    await watchTask(user, { id: 'WEB-2' });
    expect(await watched(user)).toEqual(['WEB-1', 'WEB-2', 'WEB-3', 'WEB-6']);
    const admin = await become(user, 'acme.admin');
    await leave(admin);
    await admin.settle();
    await back(admin);
    await admin.settle();
    const again = await become(user, 'acme.user');
    expect(await watched(again)).toEqual(key === 'WEB-3' ? [] : ['WEB-1', 'WEB-2', 'WEB-6']);
    const { _id: id } = await getTask(again, { id: key });
    await addComment(again, AddComment.parse({ task_id: id, body: 'Back' }));
    await edit(await become(user, 'acme.admin'), 'WEB-6', { assignee_ids: [] });
    await edit(await become(user, 'acme.admin'), 'WEB-6', { version: 2, assignee_ids: people('user') });
    expect(await watched(await become(user, 'acme.user'))).toEqual(expect.arrayContaining([key, 'WEB-6']));
  }),
);

test('a client for whom a task was hidden watches it no more once it is shared again, unless that is undone', () =>
  asMember('acme.leader', async (ctx) => {
    await watchTask(await become(ctx, 'acme.client'), { id: 'WEB-1' });
    const share = async (audience: string, more: object = {}) => {
      const leader = await become(ctx, 'acme.leader');
      const { version } = await getCard(leader, { id: task('WEB-1') });
      await edit(leader, 'WEB-1', { version, audience, ...more });
      await leader.settle();
      return (await watched(await become(ctx, 'acme.client'))).includes('WEB-1');
    };
    expect([await share('internal'), await share('client', { undo: true })]).toEqual([false, true]);
    expect([await share('internal'), await share('client')]).toEqual([false, false]);
  }));
