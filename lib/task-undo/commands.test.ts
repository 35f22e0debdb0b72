import { describe, expect, test } from 'vitest';
import { deleteCategory } from '@/lib/category/commands';
import { addChecklistItem, deleteChecklistItem, editChecklistItem } from '@/lib/checklist/commands';
import { AddChecklistItem } from '@/lib/checklist/schema';
import { addDependency } from '@/lib/dependency/commands';
import { addFile } from '@/lib/file/commands.add';
import { deleteFile } from '@/lib/file/commands.bin';
import { placeFor } from '@/lib/file/commands.place';
import { createMilestone, deleteMilestone } from '@/lib/milestone/commands';
import { CreateMilestone } from '@/lib/milestone/schema';
import type { Ctx } from '@/lib/org';
import { editRecurrence, repeatTask, skipRecurrence, stopRecurrence } from '@/lib/recurrence/commands';
import { deleteTask } from '@/lib/task/commands.bin';
import { getCard, getTask } from '@/lib/task/queries';
import type { TaskDetail } from '@/lib/task/schema';
import { undoActivity } from '@/lib/task-undo/commands';
import { isUndoable } from '@/lib/task-undo/vocabulary';
import { asMember, become } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { bytes } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { edit, move, person, task, WEB } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';
import { unwatchTask, watchTask } from '@/lib/watcher/commands';

const change = async (ctx: Ctx, input: Record<string, unknown>) =>
  edit(ctx, 'WEB-1', { version: (await getCard(ctx, { id: task('WEB-1') })).version, ...input });
const lines = async (ctx: Ctx) => {
  await ctx.settle();
  return (await getTask(ctx, { id: 'WEB-1' })).activity;
};
const newest = async (ctx: Ctx) => (await lines(ctx))[0]?._id ?? '';

const LABEL = fixtureId('acme.label of undo');
const CHANGES: [what: string, input: Record<string, unknown>][] = [
  ['title', { title: 'Another one' }],
  ['description', { description: 'Written anew' }],
  ['priority', { priority: 'urgent' }],
  ['dates', { due_date: '2031-01-31' }],
  ['start', { start_date: '2020-01-31' }],
  ['estimate', { estimate_minutes: 95 }],
  ['category', { category_id: fixtureId('acme.Design') }],
  ['parent', { parent_id: task('WEB-3') }],
  ['assignees', { assignee_ids: [person('leader')] }],
  ['labels', { label_ids: [LABEL] }],
  ['audience', { audience: 'internal' }],
  ['status', { status: 3 }],
];

const shape = ({
  version: _version,
  updated_at: _updated,
  rank: _rank,
  activity: _activity,
  ...task
}: object & { version: number; updated_at: string; rank: string; activity: unknown }) => task;

describe('undoing a line of history', () => {
  test.each(CHANGES)('puts the %s back once, as a change of its own, which is undone again', (_what, input) =>
    asMember('acme.leader', async (ctx) => {
      await ctx.db.label.create({ data: { id: LABEL, name: 'Undo' } });
      const before = await getTask(ctx, { id: 'WEB-1' });
      await change(ctx, input);
      const { length: count, 0: line } = await lines(ctx);
      const id = line?._id ?? '';
      const after = await undoActivity(ctx, { id });
      expect(shape(after)).toEqual(shape(before));
      expect([after.version, after.activity.length]).toEqual([before.version + 2, count + 1]);
      const changed = { code: 'conflict', message: expect.stringContaining('changed again since') };
      expect(await failureOf(undoActivity(ctx, { id }))).toMatchObject(changed);
      expect(shape(await undoActivity(ctx, { id: await newest(ctx) }))).not.toEqual(shape(before));
    }),
  );

  asLeader('leaves a status that was changed again since', async (ctx) => {
    await change(ctx, { status: 3 });
    const moved = await newest(ctx);
    await change(ctx, { status: 2 });
    expect((await failureOf(undoActivity(ctx, { id: moved }))).message).toContain('The status changed again since.');
  });

  asLeader('puts the milestone back that was before, where that is still there', async (ctx) => {
    const add = (name: string) => createMilestone(ctx, CreateMilestone.parse({ project_id: WEB, name }));
    const [first, second] = [await add('First'), await add('Second')];
    await change(ctx, { milestone_id: first._id });
    await change(ctx, { milestone_id: second._id });
    const moved = await newest(ctx);
    expect((await undoActivity(ctx, { id: moved })).milestone?._id).toBe(first._id);
    await change(ctx, { milestone_id: second._id });
    const again = await newest(ctx);
    await deleteMilestone(ctx, { id: first._id });
    expect(await failureOf(undoActivity(ctx, { id: again }))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('The milestone First'),
    });
    expect((await getTask(ctx, { id: 'WEB-1' })).milestone?._id).toBe(second._id);
  });

  asLeader('is not for a task in the bin, nor for who may not change it', async (ctx) => {
    await change(ctx, { title: 'Another one' });
    const id = await newest(ctx);
    expect(await codeOf(undoActivity(await become(ctx, 'acme.user2'), { id }))).toBe('forbidden');
    await deleteTask(await become(ctx, 'acme.leader'), { id: 'WEB-1' });
    expect(await codeOf(undoActivity(ctx, { id }))).toBe('not_found');
  });

  const BESIDES: [what: string, kind: string, work: (ctx: Ctx, item: string) => Promise<unknown>][] = [
    ['dependency', 'dependency.changed', (ctx) => addDependency(ctx, { task_id: 'WEB-1', blocks_id: 'WEB-3' })],
    ['dependency on it', 'dependency.changed', (ctx) => addDependency(ctx, { task_id: 'WEB-3', blocks_id: 'WEB-1' })],
    ['tick', 'checklist.changed', (ctx, id) => editChecklistItem(ctx, { id, version: 1, done: true })],
    [
      'text of a line',
      'checklist.changed',
      (ctx, id) => editChecklistItem(ctx, { id, version: 1, title: 'Buy blue ink' }),
    ],
    ['line that was added', 'checklist.changed', (ctx) => line(ctx, 'Buy paper')],
    ['line that was removed', 'checklist.changed', (ctx, id) => deleteChecklistItem(ctx, { id })],
    [
      'ticked line that was removed',
      'checklist.changed',
      async (ctx) =>
        deleteChecklistItem(ctx, { id: (await getTask(ctx, { id: 'WEB-1' })).checklist_items[1]?._id ?? '' }),
    ],
    ['watcher', 'task.watched', (ctx) => watchTask(ctx, { id: 'WEB-1', member_id: person('user2') })],
    ['repetition', 'recurrence.set', (ctx) => repeatTask(ctx, WEEKLY)],
    ['file', 'file.added', (ctx) => attach(ctx)],
    [
      'file that was deleted',
      'file.deleted',
      async (ctx) => deleteFile(ctx, { id: (await getTask(ctx, { id: 'WEB-1' })).attachments[0]?._id ?? '' }),
    ],
  ];
  const WEEKLY = { task_id: 'WEB-1', rule: 'FREQ=WEEKLY;BYDAY=TU', mode: 'completion' } as const;
  const parts = ({ checklist_items, dependencies, watchers, recurrence, attachments }: TaskDetail) => ({
    checklist: checklist_items.map(({ title, done }) => ({ title, done })),
    dependencies: dependencies.map(({ key, relation }) => ({ key, relation })),
    watchers: watchers.map(({ _id }) => _id),
    repeats: recurrence && [recurrence.rule, recurrence.mode, recurrence.next_on],
    files: attachments.map(({ name }) => name),
  });
  const line = (ctx: Ctx, title: string) =>
    addChecklistItem(ctx, AddChecklistItem.parse({ task_id: task('WEB-1'), title }));
  const attach = async (ctx: Ctx) =>
    addFile(ctx, await placeFor(ctx, { task_id: task('WEB-1') }), { name: 'poster.pdf', content: bytes() });
  const withLine = (ctx: Ctx, title = 'Buy ink') => line(ctx, title);

  asLeader.each(BESIDES)(
    'puts the %s back, and that too, as long as it is still there',
    async (ctx, _what, kind, work) => {
      const { _id: item } = await withLine(ctx);
      const { _id: id, version } = await withLine(ctx, 'Buy ribbon');
      await editChecklistItem(ctx, { id, version, done: true });
      await attach(ctx);
      const before = await getTask(ctx, { id: 'WEB-1' });
      await work(ctx, item);
      const made = await getTask(ctx, { id: 'WEB-1' });
      expect(parts(made)).not.toEqual(parts(before));
      const [line] = made.activity;
      expect([line?.kind, line && isUndoable(line)]).toEqual([kind, true]);
      const after = await undoActivity(ctx, { id: line?._id ?? '' });
      expect(parts(after)).toEqual(parts(before));
      expect(after.version - before.version).toBe(2 * (made.version - before.version));
      const refused = await failureOf(undoActivity(ctx, { id: line?._id ?? '' }));
      expect([refused.code, refused.message]).toEqual(['conflict', expect.stringContaining('changed again since')]);
      const again = await undoActivity(ctx, { id: after.activity[0]?._id ?? '' });
      expect(parts(again)).toEqual(parts(made));
    },
  );

  asLeader('puts a removed line back where it stood, and takes lines away that were added at once', async (ctx) => {
    const titles = async () => parts(await getTask(ctx, { id: 'WEB-1' })).checklist.map(({ title }) => title);
    await line(ctx, 'One\nTwo\nThree');
    const added = await newest(ctx);
    const [first, second] = (await getTask(ctx, { id: 'WEB-1' })).checklist_items;
    for (const one of [second, first]) {
      await deleteChecklistItem(ctx, { id: one?._id ?? '' });
      const removed = await newest(ctx);
      expect((await failureOf(undoActivity(ctx, { id: added }))).message).toContain('The lines changed again since.');
      await undoActivity(ctx, { id: removed });
      expect(await titles()).toEqual(['One', 'Two', 'Three']);
    }
    await undoActivity(ctx, { id: added });
    expect(await titles()).toEqual([]);
  });

  asLeader.each([
    ['renamed', { title: 'Another one' }],
    ['ticked', { done: true }],
  ])('leaves lines that were added at once where one of them was %s since', async (ctx, _how, input) => {
    await line(ctx, 'One\nTwo\nThree');
    const added = await newest(ctx);
    const second = (await getTask(ctx, { id: 'WEB-1' })).checklist_items[1]?._id ?? '';
    await editChecklistItem(await become(ctx, 'acme.user'), { id: second, version: 1, ...input });
    expect((await failureOf(undoActivity(ctx, { id: added }))).message).toContain('The lines changed again since.');
    expect(parts(await getTask(ctx, { id: 'WEB-1' })).checklist).toHaveLength(3);
  });

  asLeader('brings back a rule, a series that was stopped and a day that was skipped', async (ctx) => {
    const now = async () => (await getTask(ctx, { id: 'WEB-1' })).recurrence;
    const { _id: id, next_on: day } = await repeatTask(ctx, { ...WEEKLY, rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=2' });
    const before = parts(await getTask(ctx, { id: 'WEB-1' }));
    await skipRecurrence(ctx, { id, version: 1 });
    expect((await now())?.next_on).not.toBe(day);
    const skipped = await newest(ctx);
    expect(parts(await undoActivity(ctx, { id: skipped }))).toEqual(before);
    // That is left out again, and comes back again.
    expect((await undoActivity(ctx, { id: await newest(ctx) })).recurrence?.next_on).not.toBe(day);
    expect(parts(await undoActivity(ctx, { id: await newest(ctx) }))).toEqual(before);
    await editRecurrence(ctx, { id, version: (await now())?.version ?? 0, rule: 'FREQ=DAILY', mode: 'schedule' });
    const edited = await newest(ctx);
    expect((await failureOf(undoActivity(ctx, { id: skipped }))).message).toContain('How it repeats changed');
    expect(parts(await undoActivity(ctx, { id: edited }))).toEqual(before);
    await stopRecurrence(ctx, { id });
    expect(await now()).toBeNull();
    expect(parts(await undoActivity(ctx, { id: await newest(ctx) }))).toEqual(before);
  });

  asLeader('is refused where how it repeats changed since: stopped, set anew, or another day skipped', async (ctx) => {
    const refused = async (id: string) =>
      expect(await failureOf(undoActivity(ctx, { id }))).toMatchObject({
        code: 'conflict',
        message: 'How it repeats changed again since. Undo that change first.',
      });
    const { _id: id } = await repeatTask(ctx, WEEKLY);
    const set = await newest(ctx);
    await skipRecurrence(ctx, { id, version: 1 });
    const skipped = await newest(ctx);
    await skipRecurrence(ctx, { id, version: 2 });
    await refused(skipped);
    await editRecurrence(ctx, { id, version: 3, mode: 'schedule' });
    await refused(set);
    await stopRecurrence(ctx, { id });
    const stopped = await newest(ctx);
    for (const one of [set, skipped]) await refused(one);
    await repeatTask(ctx, WEEKLY);
    await refused(stopped);
  });

  asLeader('is for whoever may change the task; watchers come and go by whoever may assign them alone', async (ctx) => {
    for (const [work, who] of [
      [() => move(ctx, task('WEB-1'), 3), 'acme.user2'],
      [() => watchTask(ctx, { id: 'WEB-1', member_id: person('user2') }), 'acme.user'],
    ] as const) {
      await work();
      const id = await newest(ctx);
      expect(await codeOf(undoActivity(await become(ctx, who), { id }))).toBe('forbidden');
      await become(ctx, 'acme.leader');
    }
  });

  asLeader('makes nobody a watcher again who does not see the task any more', async (ctx) => {
    const client = { id: 'WEB-1', member_id: person('client') };
    await watchTask(ctx, client);
    await unwatchTask(ctx, client);
    const id = await newest(ctx);
    await edit(ctx, 'WEB-1', { version: (await getTask(ctx, { id: 'WEB-1' })).version, audience: 'internal' });
    expect(await codeOf(undoActivity(ctx, { id }))).toBe('invalid');
  });

  test('is refused where the line of a checklist, or the other task, is gone, and for lines from before', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id: id } = await withLine(ctx);
      const before = [
        ['checklist.changed', { change: 'added', title: 'Buy ink', count: 1 }],
        ['recurrence.set', { words: 'Every week' }],
        ['recurrence.stopped', {}],
      ] as const;
      expect(before.map(([kind, data]) => isUndoable({ kind, data }))).toEqual([false, false, false]);
      await editChecklistItem(ctx, { id, version: 1, done: true });
      const ticked = await newest(ctx);
      await deleteChecklistItem(ctx, { id });
      expect((await failureOf(undoActivity(ctx, { id: ticked }))).message).toBe('The line is no longer there.');
      await addDependency(ctx, { task_id: 'WEB-1', blocks_id: 'WEB-3' });
      const linked = await newest(ctx);
      await deleteTask(ctx, { id: task('WEB-3') });
      expect((await failureOf(undoActivity(ctx, { id: linked }))).message).toBe('The other task is no longer there.');
    }));

  asLeader('is refused for what cannot be undone, and where what it was is gone', async (ctx) => {
    // A line from before earlier texts were kept.
    const subject = { id: task('WEB-1'), projectId: fixtureId('acme.WEB'), audience: 'client', version: 1 };
    ctx.happened('task.edited', subject, { field: 'description' });
    expect((await failureOf(undoActivity(ctx, { id: await newest(ctx) }))).message).toBe('This cannot be undone.');
    await change(ctx, { category_id: fixtureId('acme.Design') });
    await change(ctx, { category_id: null });
    const id = await newest(ctx);
    const admin = await become(ctx, 'acme.admin');
    await deleteCategory(admin, { id: fixtureId('acme.Design') });
    await become(ctx, 'acme.leader');
    expect((await failureOf(undoActivity(ctx, { id }))).message).toContain('is no longer there');
  });

  asLeader('leaves in a description what others wrote since on other lines', async (ctx) => {
    await change(ctx, { description: 'one\ntwo\nthree' });
    await change(ctx, { description: 'ONE\ntwo\nthree' });
    const id = await newest(ctx);
    await change(ctx, { description: 'ONE\ntwo\nthree\nfour' });
    expect((await undoActivity(ctx, { id })).description).toBe('one\ntwo\nthree\nfour');
  });

  asLeader('an earlier description stays where only the team sees it, and is sent with no history', async (ctx) => {
    await change(ctx, { description: 'Not for the client' });
    await change(ctx, { description: 'For everybody' });
    expect(JSON.stringify(await lines(ctx))).not.toContain('Not for');
    const kept = async (who: Ctx) => who.db.activity.count({ where: { earlier: 'Not for the client' } });
    expect(await kept(ctx)).toBe(1);
    expect(await kept(await become(ctx, 'acme.client'))).toBe(0);
    expect(await kept(await become(ctx, 'globex.admin'))).toBe(0);
  });
});
