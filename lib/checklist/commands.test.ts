import { describe, expect, test } from 'vitest';
import {
  addChecklistItem,
  checklistItemToTask,
  deleteChecklistItem,
  editChecklistItem,
} from '@/lib/checklist/commands';
import { AddChecklistItem, EditChecklistItem } from '@/lib/checklist/schema';
import type { Ctx } from '@/lib/org';
import { deleteTask } from '@/lib/task/commands.bin';
import { getCard, getTask } from '@/lib/task/queries';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { board, task } from '@/lib/test/task-calls';
import { asLeader, asUser } from '@/lib/test/test-as';

type Input = Record<string, unknown>;
const add = (ctx: Ctx, title: string, more: Input = {}) =>
  addChecklistItem(ctx, AddChecklistItem.parse({ task_id: task('WEB-1'), title, ...more }));
const change = (ctx: Ctx, { _id: id, version }: { _id: string; version: number }, more: Input) =>
  editChecklistItem(ctx, EditChecklistItem.parse({ id, version, ...more }));
const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);
type Items = { items: { _id: string; title: string; done: boolean; version: number }[] };
const of = ({ items }: Items, title: string) => {
  const item = items.find((one) => one.title === title);
  if (!item) throw new Error(`No line ${title}`);
  return item;
};

describe('a checklist', () => {
  asUser('takes several lines at once, beside others, and is counted on the card', async (ctx) => {
    const two = await add(ctx, 'First\n\n  Third  \n');
    expect(titles(two)).toEqual(['First', 'Third']);
    const three = await add(ctx, 'Second', { after_id: of(two, 'First')._id });
    expect(titles(three)).toEqual(['First', 'Second', 'Third']);
    const four = await add(ctx, 'Zeroth', { before_id: of(two, 'First')._id });
    expect(titles(four)).toEqual(['Zeroth', 'First', 'Second', 'Third']);
    await change(ctx, of(four, 'First'), { done: true });
    expect((await getCard(ctx, { id: task('WEB-1') })).checklist).toEqual({ done: 1, total: 4 });
    const cards = (await board(ctx)).flatMap(({ docs }) => docs);
    expect(cards.flatMap(({ key, checklist }) => (checklist ? [[key, checklist]] : []))).toEqual([
      ['WEB-1', { done: 1, total: 4 }],
    ]);
    const { checklist_items: items } = await getTask(ctx, { id: 'WEB-1' });
    expect(titles({ items })).toEqual(['Zeroth', 'First', 'Second', 'Third']);
  });

  test('is ticked, renamed, moved and removed, with history for the team and messages to open pages', () =>
    asMember('acme.user', async (ctx, effects) => {
      const list = await add(ctx, 'A\nB\nC');
      const moved = await change(ctx, of(list, 'C'), { before_id: of(list, 'A')._id });
      expect(titles(moved)).toEqual(['C', 'A', 'B']);
      expect(titles(await change(ctx, of(moved, 'C'), { after_id: of(moved, 'B')._id }))).toEqual(['A', 'B', 'C']);
      const ticked = await change(ctx, of(list, 'A'), { done: true, title: 'Alpha' });
      expect(of(ticked, 'Alpha')).toMatchObject({ done: true, version: 2 });
      expect(titles(await deleteChecklistItem(ctx, { id: of(ticked, 'B')._id }))).toEqual(['Alpha', 'C']);
      const lines = effects.activities.map(({ kind, audience, data }) => [kind, audience, data?.change]);
      expect(lines).toEqual(
        ['added', 'renamed', 'done', 'removed'].map((what) => ['checklist.changed', 'internal', what]),
      );
      const versions = effects.events.flatMap((event) => (event.type === 'task.changed' ? event.version : []));
      expect(new Set(versions).size).toBe(5);
    }));

  asLeader('refuses a stale version with what is there now, a line of another task, and too much', async (ctx) => {
    const list = await add(ctx, 'A\nB');
    await change(ctx, of(list, 'A'), { done: true });
    const { code, details } = await failureOf(change(ctx, of(list, 'A'), { title: 'Mine' }));
    expect([code, titles(details.current as Items)]).toEqual(['conflict', ['A', 'B']]);
    const other = await add(ctx, 'Elsewhere', { task_id: task('WEB-2') });
    const wrong = await failureOf(change(ctx, of(list, 'B'), { after_id: of(other, 'Elsewhere')._id }));
    expect([wrong.code, Object.keys(wrong.details.errors ?? {})]).toEqual(['invalid', ['after_id']]);
    for (const title of ['x'.repeat(201), '', ' \n '])
      expect(AddChecklistItem.safeParse({ task_id: task('WEB-1'), title }).success).toBe(false);
    expect(await codeOf(add(ctx, Array(199).fill('x').join('\n')))).toBe('conflict');
    expect((await add(ctx, Array(198).fill('x').join('\n'))).items).toHaveLength(200);
  });

  asLeader('is not changed while its task is in the bin, and a line that went is none', async (ctx) => {
    const list = await add(ctx, 'A\nB');
    const [a, b] = [of(list, 'A'), of(list, 'B')];
    await deleteChecklistItem(ctx, { id: a._id });
    for (const work of [change(ctx, a, { done: true }), deleteChecklistItem(ctx, { id: a._id })])
      expect(await codeOf(work)).toBe('not_found');
    await deleteTask(ctx, { id: 'WEB-1' });
    for (const work of [
      () => add(ctx, 'C'),
      () => change(ctx, b, { done: true }),
      () => deleteChecklistItem(ctx, { id: b._id }),
    ])
      expect(await codeOf(work())).toBe('not_found');
  });

  asLeader('leaves what a change does not name, and tells nothing of what stays the same', async (ctx, effects) => {
    const list = await add(ctx, 'A', { done: true });
    const kept = await change(ctx, of(list, 'A'), { title: 'Alpha' });
    expect(of(kept, 'Alpha')).toMatchObject({ done: true, version: 2 });
    const same = await change(ctx, of(kept, 'Alpha'), { title: 'Alpha', done: true });
    expect(effects.activities.map(({ data }) => data?.change)).toEqual(['added', 'renamed']);
    expect(of(await change(ctx, of(same, 'Alpha'), { done: false }), 'Alpha')).toMatchObject({
      done: false,
      version: 4,
    });
  });

  asUser('a line becomes a subtask, done if it is ticked', async (ctx) => {
    const list = await add(ctx, 'Buy ink\nBuy paper');
    await change(ctx, of(list, 'Buy paper'), { done: true });
    const ink = await checklistItemToTask(ctx, { id: of(list, 'Buy ink')._id });
    const paper = await checklistItemToTask(ctx, { id: of(list, 'Buy paper')._id });
    expect([ink.status, paper.status]).toEqual([1, 4]);
    const parent = await getTask(ctx, { id: 'WEB-1' });
    expect([parent.checklist_items, parent.checklist]).toEqual([[], undefined]);
    expect(parent.subtasks.map(({ title, audience }) => [title, audience])).toEqual(
      expect.arrayContaining([
        ['Buy ink', 'internal'],
        ['Buy paper', 'internal'],
      ]),
    );
  });

  test('is the team’s: a client sees no line, no count and no history of it', async () => {
    const made = await asMemberCommitted('acme.leader', (ctx) => add(ctx, 'Ask Priya again'));
    await asMember('acme.client', async (ctx) => {
      const seen = await getTask(ctx, { id: 'WEB-1' });
      expect([seen.checklist, seen.checklist_items]).toEqual([undefined, []]);
      expect(JSON.stringify(seen)).not.toContain('Ask Priya');
    });
    for (const { _id: id } of made.items)
      await asMemberCommitted('acme.leader', (ctx) => deleteChecklistItem(ctx, { id }));
  });
});
