import { expect, test } from 'vitest';
import { createCategory } from '@/lib/category/commands';
import { formatsFor } from '@/lib/formats';
import { createLabel } from '@/lib/label/commands';
import { createMilestone } from '@/lib/milestone/commands';
import { CreateMilestone } from '@/lib/milestone/schema';
import type { Ctx } from '@/lib/org';
import { listTasks } from '@/lib/task/queries';
import { ListTasks, type TaskCard } from '@/lib/task/schema';
import { listOrder, type TaskGroup } from '@/lib/task/vocabulary.filter';
import { listTaskGroups } from '@/lib/task-group/queries';
import { ListTaskGroups } from '@/lib/task-group/schema';
import { GROUPINGS, type Grouping, groupOf } from '@/lib/task-group/vocabulary';
import { asMember, become } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { create } from '@/lib/test/task-calls';
import { allOr } from '@/lib/test/whole';

const groups = async (ctx: Ctx, group: Grouping, filters: object = {}) =>
  (await listTaskGroups(ctx, ListTaskGroups.parse({ group, ...filters }))).groups;

/** Some tasks in every group, so that their order and cuts show. */
async function fill(ctx: Ctx) {
  const seat = (name: string) => fixtureId(`acme.${name}`);
  const [zinc, alpha] = [
    await createCategory(ctx, { name: 'zinc', colour: 'c1' }),
    await createCategory(ctx, { name: 'Alpha', colour: 'c1' }),
  ];
  const [late, early] = [
    await createLabel(ctx, { name: 'late', colour: 'c1' }),
    await createLabel(ctx, { name: 'Early', colour: 'c1' }),
  ];
  const goal = (name: string, audience: string) =>
    createMilestone(ctx, CreateMilestone.parse({ project_id: fixtureId('acme.WEB'), name, audience }));
  const [launch, secret] = [await goal('Launch', 'client'), await goal('Audit', 'internal')];
  const today = formatsFor(ctx.actor).today();
  await create(ctx, {
    milestone_id: launch._id,
    category_id: zinc._id,
    label_ids: [late._id, early._id],
    assignee_ids: [seat('user'), seat('leader')],
  });
  await create(ctx, { category_id: alpha._id, label_ids: [late._id], assignee_ids: [seat('user')], priority: 'high' });
  await create(ctx, { category_id: alpha._id, due_date: today, audience: 'client', milestone_id: launch._id });
  await create(ctx, {
    due_date: '2200-01-01',
    assignee_ids: [seat('leader')],
    audience: 'client',
    milestone_id: secret._id,
  });
  await create(ctx, { due_date: '1999-01-01' });
}

/** Groups as the rows fall into them, page by page. */
async function fallen(ctx: Ctx, group: Grouping, filters: object, limit: number) {
  const { today, firstDay } = formatsFor(ctx.actor);
  const by = { memberId: ctx.actor.memberId, today: today(), firstDay };
  const sort = group === 'status' ? 'progress' : listOrder({ group: group as TaskGroup });
  const cards: TaskCard[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listTasks(ctx, ListTasks.parse({ ...filters, sort, limit, ...(cursor && { cursor }) }));
    cards.push(...page.docs);
    cursor = page.next_cursor ?? undefined;
    if (!cursor) break;
  }
  const runs: [string, number][] = [];
  for (const card of cards) {
    const id = groupOf(card, group, by);
    const last = runs.at(-1);
    if (last?.[0] === id) last[1]++;
    else runs.push([id, 1]);
  }
  return runs;
}

test.each(GROUPINGS)('groups by %s are those into which the rows fall, in their order, whoever reads them', (group) =>
  asMember('acme.leader', async (leader) => {
    await fill(leader);
    await leader.settle();
    const seats = ['acme.leader', 'acme.user', 'acme.client', 'acme.observer'];
    for (const who of allOr(seats, (seat) => ['acme.leader', 'acme.client'].includes(seat))) {
      const ctx = await become(leader, who);
      for (const filters of [{}, { filter: '!status:4' }, { filter: 'priority:none;!due:none' }]) {
        const counted = (await groups(ctx, group, filters)).map(({ _id, total }) => [_id, total]);
        for (const limit of allOr([200, 2], (_, at) => at === 0 || who === 'acme.client'))
          expect(await fallen(ctx, group, filters, limit), who).toEqual(counted);
      }
    }
  }),
);
