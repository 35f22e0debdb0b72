import { describe, expect, test } from 'vitest';
import { createLabel } from '@/lib/label/commands';
import { createMilestone } from '@/lib/milestone/commands';
import { CreateMilestone } from '@/lib/milestone/schema';
import type { Ctx } from '@/lib/org';
import { BOARD_GROUPS, SWIMLANES } from '@/lib/task/vocabulary.filter';
import { readBoard } from '@/lib/task-board/queries';
import { ReadBoard } from '@/lib/task-board/schema';
import { boardOrder, placesOf } from '@/lib/task-board/vocabulary';
import { asMember, become } from '@/lib/test/as-member';
import { attempt, statementsOf } from '@/lib/test/attempt';
import { create, edit, list, person, WEB } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';

const read = (ctx: Ctx, input: object = {}) => readBoard(ctx, ReadBoard.parse({ project_id: WEB, ...input }));

/** Tasks in several columns and lanes at once, some of them internal. */
async function fill(ctx: Ctx) {
  const [red, blue] = [
    await createLabel(ctx, { name: 'Red', colour: 'c1' }),
    await createLabel(ctx, { name: 'Blue', colour: 'c2' }),
  ];
  const goal = async (name: string, audience: string) =>
    (await createMilestone(ctx, CreateMilestone.parse({ project_id: WEB, name, audience })))._id;
  const [launch, secret] = [await goal('Launch', 'client'), await goal('Audit', 'internal')];
  const [user, leader] = [person('user'), person('leader')];
  const above = await create(ctx, { title: 'Above', audience: 'client', label_ids: [red._id, blue._id] });
  await create(ctx, { parent_id: above._id, assignee_ids: [user, leader], status: 3, audience: 'client' });
  await create(ctx, { label_ids: [blue._id], assignee_ids: [user], priority: 'urgent' });
  await create(ctx, { assignee_ids: [leader], status: 4, priority: 'low', audience: 'client', milestone_id: launch });
  await create(ctx, { assignee_ids: [person('user2')], audience: 'client', milestone_id: secret });
  return { red, blue };
}

describe('a board by fields', () => {
  test.each(['leader', 'user', 'observer', 'client'])(
    'shows a %s in each cell the tasks that stand there, counted and in order',
    (seat) =>
      asMember('acme.leader', async (ctx) => {
        await fill(ctx);
        const reader = await become(ctx, `acme.${seat}`);
        const { docs: cards } = await list(reader, { project_id: WEB, limit: 200 });
        for (const group of BOARD_GROUPS)
          for (const lanes of [undefined, ...SWIMLANES.filter((one) => one !== (group as string))]) {
            const board = await read(reader, { group, ...(lanes && { lanes }) });
            const here = (column: string, lane: string | null) =>
              cards.filter(
                (card) =>
                  placesOf(card, group).includes(column) &&
                  (lane === null || (lanes && placesOf(card, lanes).includes(lane))),
              );
            for (const { column, lane, ids } of board.cells) {
              expect(ids, `${group} ${column}, ${lanes} ${lane}`).toEqual(
                here(column, lane)
                  .toSorted(boardOrder)
                  .map(({ _id }) => _id),
              );
              const counted = board.counts.filter(
                (one) => one.columns.includes(column) && (lane === null || one.lanes.includes(lane)),
              );
              expect(counted.reduce((sum, { total }) => sum + total, 0)).toBe(ids.length);
            }
            expect(new Set(board.docs.map(({ _id }) => _id))).toEqual(new Set(cards.map(({ _id }) => _id)));
          }
      }),
  );

  test('tells a client nothing of internal labels, of people it does not know and of what it cannot see', () =>
    asMember('acme.leader', async (ctx) => {
      await fill(ctx);
      const hidden = await createLabel(ctx, { name: 'Secret plan', colour: 'c3' });
      await create(ctx, { label_ids: [hidden._id] });
      const client = await become(ctx, 'acme.client');
      const labels = await read(client, { group: 'label' });
      expect(labels.columns.map(({ name }) => name)).toEqual(['Blue', 'Red', 'No label']);
      const people = await read(client, { group: 'assignee' });
      expect(JSON.stringify(people)).not.toContain(person('user2'));
      expect(people.columns.map(({ _id }) => _id)).toContain('hidden');
    }));

  asLeader('offers the team columns of people and labels that have no task yet', async (ctx) => {
    const label = await createLabel(ctx, { name: 'Never used', colour: 'c1' });
    expect((await read(ctx, { group: 'label' })).columns).toContainEqual({
      _id: label._id,
      name: 'Never used',
      colour: 'c1',
    });
    const { columns } = await read(ctx, { group: 'assignee' });
    expect(columns.at(-1)).toEqual({ _id: 'none', name: 'Nobody' });
    expect(columns.map(({ _id }) => _id)).toEqual(expect.arrayContaining([person('leader'), person('user')]));
    expect(columns.map(({ _id }) => _id)).not.toContain(person('client'));
  });

  asLeader(
    'has the most urgent first and people by name, and no column without a task for who only reads',
    async (ctx) => {
      const names = async (who: Ctx, group: string) => (await read(who, { group })).columns.map(({ name }) => name);
      expect(await names(ctx, 'priority')).toEqual(['Urgent', 'High', 'Medium', 'Low', 'No priority']);
      const people = ['leader of acme', 'user of acme', 'user2 of acme', 'Nobody'];
      expect(await names(ctx, 'assignee')).toEqual(people);
      await createLabel(ctx, { name: 'Never used', colour: 'c1' });
      await ctx.settle();
      expect(await names(await become(ctx, 'acme.observer'), 'label')).toEqual(['No label']);
    },
  );

  asLeader('goes on cell by cell, keeps its filters, and hides what was completed long ago', async (ctx) => {
    const made = [];
    for (const title of ['one', 'two', 'three'])
      made.push(await create(ctx, { title: `Row ${title}`, priority: 'urgent', status: 3 }));
    const ask = { group: 'priority', column: 'urgent', q: 'Row', limit: 2 };
    const first = await read(ctx, ask);
    expect(first.cells).toMatchObject([{ column: 'urgent', ids: [made[0]?._id, made[1]?._id] }]);
    const cursor = first.cells[0]?.next_cursor;
    expect((await read(ctx, { ...ask, cursor })).cells).toMatchObject([{ ids: [made[2]?._id], next_cursor: null }]);
    await edit(ctx, made[0]?.key ?? '', { status: 4 });
    await ctx.db.task.updateMany({ where: { id: made[0]?._id }, data: { completedAt: new Date('2020-01-01') } });
    const recent = await read(ctx, { ...ask, limit: 50, completed: 'recent' });
    expect(recent.cells).toMatchObject([{ hidden: 1, ids: [made[1]?._id, made[2]?._id] }]);
    expect(recent.counts).toEqual([{ columns: ['urgent'], lanes: [], total: 3 }]);
  });

  asLeader('names all who work on a task of which a card names three', async (ctx) => {
    const many = ['leader', 'user', 'user2', 'admin'].map(person);
    const task = await create(ctx, { assignee_ids: many });
    const { docs, cells } = await read(ctx, { group: 'assignee' });
    const card = docs.find(({ _id }) => _id === task._id);
    expect(card?.assignee_ids?.toSorted()).toEqual(many.toSorted());
    expect(card && placesOf(card, 'assignee')).toEqual(many.toSorted());
    expect(cells.filter(({ ids }) => ids.includes(task._id)).length).toBe(4);
  });

  asLeader('takes three statements, however many columns and lanes there are', async (ctx) => {
    await fill(ctx);
    expect(await statementsOf(() => read(ctx, { group: 'label', lanes: 'assignee' }))).toBe(3);
  });

  test('is refused where the project is hidden, and where a cursor is not its own', async () => {
    expect(await attempt('acme.outsider', (ctx) => read(ctx))).toBe('not_found');
    expect(await attempt('globex.admin', (ctx) => read(ctx))).toBe('not_found');
    for (const cursor of ['x', 'WzEsMiwzXQ'])
      expect(await attempt('acme.leader', (ctx) => read(ctx, { column: '1', cursor }))).toBe('invalid');
  });
});
