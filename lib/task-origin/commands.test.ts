import { describe, expect, test } from 'vitest';
import { addChecklistItem } from '@/lib/checklist/commands';
import { AddChecklistItem } from '@/lib/checklist/schema';
import { addComment, deleteComment } from '@/lib/comment/commands';
import { insertComments } from '@/lib/comment/queries.bulk';
import { AddComment } from '@/lib/comment/schema';
import { addFile } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
import { createMilestone } from '@/lib/milestone/commands';
import { CreateMilestone } from '@/lib/milestone/schema';
import type { Ctx } from '@/lib/org';
import { deleteTask } from '@/lib/task/commands.bin';
import { getTask } from '@/lib/task/queries';
import { commentToTask, duplicateTask } from '@/lib/task-origin/commands';
import { CommentToTask, DuplicateTask } from '@/lib/task-origin/schema';
import { PARTS } from '@/lib/task-origin/vocabulary';
import { asMember, become } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { bytes } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { create, edit, person, task, WEB } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';

type Input = Record<string, unknown>;
const duplicate = (ctx: Ctx, id: string, more: Input = {}) => duplicateTask(ctx, DuplicateTask.parse({ id, ...more }));
const convert = (ctx: Ctx, id: string, more: Input = {}) => commentToTask(ctx, CommentToTask.parse({ id, ...more }));
const say = (ctx: Ctx, body: string, more: Input = {}) =>
  addComment(ctx, AddComment.parse({ task_id: task('WEB-1'), body, ...more }));

/** A task with everything that can hang on it, and two levels below. */
async function whole(ctx: Ctx) {
  const label = await ctx.db.label.create({ data: { id: fixtureId('acme.label of copies'), name: 'Copied' } });
  const top = await create(ctx, {
    ...{ title: 'Whole', description: 'As **agreed**', priority: 'high', estimate_minutes: 90, status: 3 },
    ...{ category_id: fixtureId('acme.Design'), label_ids: [label.id], assignee_ids: [person('user')] },
    ...{ start_date: '2031-01-01', due_date: '2031-01-31', audience: 'client', parent_id: task('WEB-3') },
  });
  await addChecklistItem(ctx, AddChecklistItem.parse({ task_id: top._id, title: 'Buy ink\nFold\nSend', done: true }));
  await addFile(ctx, await placeFor(ctx, { task_id: top._id }), { name: 'map.pdf', content: bytes() });
  const below = await create(ctx, { title: 'Below', parent_id: top._id, status: 4, assignee_ids: [person('user2')] });
  await create(ctx, { title: 'Deepest', parent_id: below._id });
  const gone = await create(ctx, { title: 'Gone', parent_id: top._id });
  await deleteTask(ctx, { id: gone._id });
  await say(ctx, 'What was said stays', { task_id: top._id });
  return getTask(ctx, { id: top._id });
}

describe('a duplicate', () => {
  asLeader('takes along what was asked for, and begins anew', async (ctx, effects) => {
    const from = await whole(ctx);
    const copy = await duplicate(ctx, from.key, { title: 'Again', take: [...PARTS] });
    expect(copy).toMatchObject({
      ...{ title: 'Again', status: 1, version: 1, priority: 'high', estimate_minutes: 90, audience: 'client' },
      ...{ description: 'As **agreed**', start_date: '2031-01-01', due_date: '2031-01-31', completed_at: null },
      ...{ category: { name: 'Design' }, parent: { _id: task('WEB-3') }, created_by_id: ctx.actor.memberId },
      assignees: [{ _id: person('user') }],
      labels: [{ name: 'Copied' }],
      checklist: { done: 0, total: 3 },
      comments: [],
      attachments: [{ name: 'map.pdf', project_id: WEB }],
      subtasks: [{ title: 'Below', status: 1, assignees: [{ _id: person('user2') }] }],
    });
    expect(copy.checklist_items.map(({ title }) => title)).toEqual(['Buy ink', 'Fold', 'Send']);
    expect(copy.attachments[0]?._id).not.toBe(from.attachments[0]?._id);
    const below = await getTask(ctx, { id: copy.subtasks[0]?._id ?? '' });
    expect(below.subtasks).toMatchObject([{ title: 'Deepest' }]);
    expect(copy.activity.map(({ says }) => says)).toContain(`made this task as a duplicate of ${from.key}`);
    expect(effects.notifications.map(({ memberId }) => memberId)).toContain(person('user2'));
    expect(await getTask(ctx, { id: from._id })).toEqual(from);
  });

  asLeader('takes nobody’s work, dates and files along by itself', async (ctx) => {
    const from = await whole(ctx);
    const usual = await duplicate(ctx, from._id);
    expect(usual).toMatchObject({
      ...{ title: 'Whole', description: 'As **agreed**', labels: [{ name: 'Copied' }], checklist: { total: 3 } },
      ...{ assignees: [], start_date: null, due_date: null, attachments: [], subtasks: [{ title: 'Below' }] },
    });
    const bare = await duplicate(ctx, from._id, { take: [] });
    expect(bare).toMatchObject({
      title: 'Whole',
      description: '',
      priority: 'high',
      subtasks: [],
      checklist_items: [],
    });
    expect(bare.labels ?? []).toEqual([]);
  });

  asLeader('has only people who can still be assigned, and is shared only by who may share', async (ctx) => {
    const from = await whole(ctx);
    await ctx.db.$executeRaw`update member set deactivated_at = now() where id = ${person('user')}::uuid`;
    expect((await duplicate(ctx, from._id, { take: ['assignees'] })).assignees).toEqual([]);
    const goal = CreateMilestone.parse({ project_id: WEB, name: 'Launch' });
    const { _id: milestone_id } = await createMilestone(ctx, goal);
    const own = await create(ctx, { milestone_id, category_id: fixtureId('acme.Design') });
    expect(await duplicate(ctx, own._id, { take: [] })).toMatchObject({
      ...{ milestone: { _id: milestone_id }, category: { name: 'Design' } },
    });
  });

  asLeader('is refused in words for a task in the bin', async (ctx) => {
    await deleteTask(ctx, { id: task('WEB-1') });
    expect(await failureOf(duplicate(ctx, 'WEB-1'))).toMatchObject({
      code: 'conflict',
      message: 'This task is in the bin. Restore it first.',
    });
    await ctx.db.project.update({ where: { id: WEB }, data: { status: 'archived' } });
    expect(await codeOf(duplicate(ctx, 'WEB-2'))).toBe('conflict');
  });
});

asLeader('imported words that are made a task say whose they were there', async (ctx) => {
  const about = { taskId: task('WEB-2'), taskAudience: 'internal', projectId: WEB, at: '2020-01-01T00:00:00Z' };
  await insertComments(ctx, [{ ...about, body: 'Call Bo', source: 'trello', name: 'Joe Stranger' }]);
  const { comments } = await getTask(ctx, { id: 'WEB-2' });
  const imported = comments.find(({ body }) => body === 'Call Bo');
  expect(await convert(ctx, imported?._id ?? '')).toMatchObject({
    ...{ title: 'Call Bo', description: 'Call Bo\n\n(imported from Trello, written there by Joe Stranger)' },
  });
});

test('a comment that is made a task leads to it and it to the comment, for whoever sees both', () =>
  asMember('acme.leader', async (ctx, effects) => {
    const comment = await say(ctx, '# Call **Anna**\nbefore Friday', { internal: false });
    const made = await convert(ctx, comment._id);
    expect(made).toMatchObject({
      ...{ title: 'Call Anna', description: '# Call **Anna**\nbefore Friday', audience: 'internal', status: 1 },
      origin: { comment_id: comment._id, task: { key: 'WEB-1' } },
    });
    expect(made.activity.map(({ says }) => says)).toContain('made this task of a comment on WEB-1');
    const source = await getTask(ctx, { id: 'WEB-1' });
    expect(source.comments.at(-1)?.tasks).toEqual([{ _id: made._id, key: made.key, title: 'Call Anna' }]);
    expect(source.activity[0]?.says).toBe(`made ${made.key} of a comment`);
    expect(effects.events).toContainEqual(
      expect.objectContaining({ type: 'comment.changed', commentId: comment._id, client: true }),
    );

    // A client reads the comment, and nothing of the task that is the team's.
    const client = await become(ctx, 'acme.client');
    const theirs = await getTask(client, { id: 'WEB-1' });
    expect(theirs.comments.at(-1)).toMatchObject({ _id: comment._id, tasks: [] });
    expect(JSON.stringify(theirs)).not.toContain(made.key);
    await become(ctx, 'acme.leader');
    await edit(ctx, made._id, { audience: 'client' });
    const internal = await say(ctx, 'For the team');
    const second = await convert(ctx, internal._id, { title: 'Second' });
    await edit(ctx, second._id, { audience: 'client' });
    await become(ctx, 'acme.client');
    expect((await getTask(client, { id: made._id })).origin).toMatchObject({ task: { key: 'WEB-1' } });
    expect((await getTask(client, { id: second._id })).origin).toBeNull();

    // What is gone is not led to.
    await become(ctx, 'acme.leader');
    await deleteComment(ctx, { id: internal._id });
    expect((await getTask(ctx, { id: second._id })).origin).toBeNull();
    await deleteTask(ctx, { id: made._id });
    const after = await getTask(ctx, { id: 'WEB-1' });
    expect(after.comments.find(({ _id }) => _id === comment._id)?.tasks).toEqual([]);
  }));

test.each([
  ['acme.admin', 'done'],
  ['acme.user2', 'done'],
  ['acme.client', 'not_found'],
  ['acme.observer', 'forbidden'],
  ['acme.lead2', 'not_found'],
])(
  'R01 a comment that is made a task is made by whoever may make tasks there and reads the comment: %s %s',
  (who, outcome) =>
    asMember('acme.leader', async (ctx) => {
      const { _id } = await say(ctx, 'For the team');
      const other = await become(ctx, who);
      expect(
        await convert(other, _id).then(
          () => 'done',
          ({ code }) => code,
        ),
      ).toBe(outcome);
    }),
);
