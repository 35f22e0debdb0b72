import { expect, test } from 'vitest';
import { meets } from '@/lib/filter/condition';
import { NAMED_DAYS } from '@/lib/filter/days';
import { type Group, type Item, printFilter } from '@/lib/filter/format';
import { formatsFor } from '@/lib/formats';
import { dayAfter } from '@/lib/formats/days';
import type { Ctx } from '@/lib/org';
import { ListTasks, type TaskCard } from '@/lib/task/schema';
import { AUDIENCES, CARD_EXTRAS, PRIORITIES, STATUSES } from '@/lib/task/vocabulary';
import { FIELD_NAMES, type FieldName } from '@/lib/task/vocabulary.fields';
import {
  conditionsOf,
  filterQuery,
  includes,
  readFilters,
  type TaskFilter,
  type TaskFilters,
} from '@/lib/task/vocabulary.filter';
import { asMember, become } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { randomness } from '@/lib/test/random';
import { list, person, task } from '@/lib/test/task-calls';
import { attach, repeat, spend } from '@/lib/test/task-extras';
import { allOr, manyOr } from '@/lib/test/whole';

const CODES = STATUSES.map(({ code }) => code);
const KEYS = ['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4', 'WEB-5', 'WEB-6', 'APP-1', 'APP-2'];
const SEATS = ['admin', 'leader', 'user', 'user2', 'client', 'observer'];
const TITLES = [
  'ΣΊΣΥΦΟΣ',
  'İstanbul',
  'Straße',
  'ÅNGSTRÖM ﬁle',
  'a_b 100% \\',
  'web-3 in words',
  'Plain “x” 在上海',
  'x',
];
const TEXTS = ['σ', 'ς', 'i̇', 'i', 'STRASSE', 'ß', 'ström', 'FI', '_', '%', '\\', 'web-', '上海', '-', '"X', 'plain'];

const LABELS = [fixtureId('acme.label one'), fixtureId('acme.label two')];
const GOALS = AUDIENCES.map((audience) => ({ id: fixtureId(`acme.goal ${audience}`), audience }));

/** Tasks of all kinds: other fields on the same eight. */
async function vary(ctx: Ctx, { below, oneOf, chance }: ReturnType<typeof randomness>) {
  const today = formatsFor(ctx.actor).today();
  await ctx.db.label.createMany({ data: LABELS.map((id) => ({ id, name: id })) });
  const goal = { projectId: fixtureId('acme.WEB'), name: 'Goal', rank: 'a0' };
  await ctx.db.milestone.createMany({ data: GOALS.map((one) => ({ ...goal, ...one })) });
  for (const [at, key] of KEYS.entries())
    await ctx.db.task.updateMany({
      where: { id: task(key) },
      data: {
        title: TITLES[at],
        priority: oneOf(PRIORITIES),
        dueDate: chance(0.3) ? null : new Date(`${dayAfter(today, below(15) - 7)}T00:00:00Z`),
        startDate: chance(0.5) ? null : new Date(`${dayAfter(today, -8 - below(5))}T00:00:00Z`),
        createdAt: new Date(Date.now() - below(40 * 24) * 3_600_000),
        estimateMinutes: chance(0.3) ? null : 30 * below(10),
        createdById: chance(0.2) ? null : person(oneOf(SEATS)),
        parentId: at > 0 && at < 6 && chance(0.5) ? task('WEB-1') : null,
        categoryId: chance(0.5) ? fixtureId('acme.Design') : null,
        milestoneId: at < 6 && chance(0.6) ? oneOf(GOALS).id : null,
      },
    });
  const given = KEYS.flatMap((key) => LABELS.filter(() => chance(0.4)).map((labelId) => ({ key, labelId })));
  for (const { key, labelId } of given) {
    const { projectId, audience } = await ctx.db.task.findFirstOrThrow({ where: { id: task(key) } });
    await ctx.db.taskLabel.createMany({ data: [{ taskId: task(key), labelId, projectId, audience }] });
  }
  for (const key of KEYS) {
    // Time that is rounded to nothing is none.
    if (chance(0.6)) await spend(ctx, task(key), 30 * below(6));
    if (chance(0.4)) await repeat(ctx, task(key));
    if (chance(0.3)) await attach(ctx, task(key));
  }
  for (const { id, taskId } of await ctx.db.comment.findMany({ where: { taskId: { in: KEYS.map(task) } } }))
    if (chance(0.5)) await attach(ctx, taskId, id);
  // Before somebody else's rights hold.
  await ctx.settle();
  const places = await ctx.db.task.findMany({ where: { id: { in: KEYS.map(task) } } });
  for (const { id: taskId, projectId, audience } of places) {
    const choices = SEATS.filter(() => chance(0.3)).map((seat) => ({ memberId: person(seat), watching: chance(0.5) }));
    await ctx.db.taskWatcher.createMany({ data: choices.map((one) => ({ ...one, taskId, projectId, audience })) });
    const blocks = places.find(({ id }) => id > taskId && chance(0.4));
    if (blocks)
      await ctx.db.dependency.create({
        data: {
          ...{ taskId, projectId, audience },
          ...{ blocksId: blocks.id, blocksProjectId: blocks.projectId, blocksAudience: blocks.audience },
        },
      });
  }
}

const kinds = (
  today: string,
  projects: readonly string[],
  { below, oneOf, someOf, chance }: ReturnType<typeof randomness>,
) => {
  const day = () => dayAfter(today, below(15) - 7);
  const all: Required<{ [Name in keyof TaskFilter]: () => TaskFilter[Name] }> = {
    q: () => oneOf(TEXTS),
    project_id: () => oneOf(projects),
    assignee: () => oneOf(['me', 'none', ...SEATS.map(person)]),
    category: () => fixtureId('acme.Design'),
    audience: () => oneOf(AUDIENCES),
    status: () => someOf(CODES),
    priority: () => someOf(PRIORITIES),
    due_after: day,
    due_before: day,
    overdue: () => chance(0.5),
    filter: () => groupOf(1),
  };

  /** A filter in the format of the address, of all fields, to three groups deep. */
  const range = () =>
    oneOf([day(), `${day()}..${day()}`, `..${day()}`, `${day()}..`, oneOf(NAMED_DAYS), 'last-3-days']);
  const who = () => oneOf(['me', ...SEATS.map(person)]);
  const values: Record<FieldName, () => string> = {
    assignee: () => oneOf(['none', who()]),
    status: () => String(oneOf(CODES)),
    priority: () => oneOf(PRIORITIES),
    category: () => oneOf(['none', fixtureId('acme.Design')]),
    label: () => oneOf(['none', ...LABELS]),
    milestone: () => oneOf(['none', ...GOALS.map(({ id }) => id)]),
    due: () => oneOf(['none', 'overdue', range(), range()]),
    text: () => oneOf(TEXTS),
    creator: who,
    start: () => oneOf(['none', range()]),
    created: range,
    updated: range,
    completed: () => oneOf(['none', range()]),
    estimate: () => oneOf(['none', '1h', '60..3h', '..90', '30m..']),
    spent: () => oneOf(['none', 'any', '1h', '30..2h', '..90', '31m..']),
    audience: () => oneOf(AUDIENCES),
    project: () => oneOf([...projects, 'WEB', 'APP', 'NONE']),
    parent: () => oneOf(['none', 'any', task('WEB-1')]),
    watcher: () => 'me',
    blocked: () => oneOf(['yes', 'no']),
    blocks: () => oneOf(['yes', 'no']),
    comments: () => oneOf(['yes', 'no']),
    attachments: () => oneOf(['yes', 'no']),
    repeats: () => oneOf(['yes', 'no']),
  };
  const ruleOf = (): Item => {
    const field = oneOf(FIELD_NAMES);
    return { field, not: chance(0.3), values: Array.from({ length: 1 + below(2) }, values[field]) };
  };
  const groupOf = (depth: number): Group => ({
    join: oneOf(['all', 'any'] as const),
    not: depth > 1 && chance(0.3),
    of: Array.from({ length: 1 + below(3) }, () => (depth < 3 && chance(0.3) ? groupOf(depth + 1) : ruleOf())),
  });
  return all;
};

const sortedIds = (cards: readonly TaskCard[]) => cards.map(({ key }) => key).sort();
const written = (filter: object) =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, name === 'filter' ? printFilter(value) : String(value)]),
  );

const asked = allOr(SEATS, (seat) => ['admin', 'user', 'client'].includes(seat));
test.each(asked.map((seat, at) => [seat, at + 1] as const))(
  'the database and the browser find the same tasks for whatever filters of %s',
  (seat, seed) =>
    asMember('acme.admin', async (admin) => {
      const random = randomness(seed);
      await vary(admin, random);
      const ctx = await become(admin, `acme.${seat}`);
      const { today, firstDay } = formatsFor(ctx.actor);
      const asking = { memberId: ctx.actor.memberId, today: today(), firstDay };
      const all = (await list(ctx, { include: CARD_EXTRAS.join() })).docs;
      const names = kinds(asking.today, [...new Set(all.map(({ project_id }) => project_id))], random);
      for (let run = 0; run < manyOr(150, 25); run++) {
        const filter: TaskFilter = Object.fromEntries(
          Object.entries(names).flatMap(([name, value]) => (random.chance(0.25) ? [[name, value()]] : [])),
        );
        const conditions = conditionsOf(ListTasks.parse(written(filter)), asking);
        const matching = all.filter((card) => conditions.every((condition) => meets(card, condition, today)));
        expect(sortedIds(matching), JSON.stringify(filter)).toEqual(sortedIds((await list(ctx, written(filter))).docs));
      }
    }),
);

test('the last day of a range of moments counts as a whole', () =>
  asMember('acme.leader', async (ctx) => {
    const found = async (range: string) => (await list(ctx, { filter: `created:${range};project:WEB` })).docs.length;
    await ctx.db.$executeRaw`update task set created_at = now()`;
    const today = formatsFor(ctx.actor).today();
    expect(await found('today')).toBeGreaterThan(0);
    expect(await found(`..${today}`)).toBe(await found('today'));
    expect(await found(`..${dayAfter(today, -1)}`)).toBe(0);
  }));

test.each(['leader', 'client'])(
  'the database and the browser find the same tasks for whatever addresses of a view of %s',
  (seat) =>
    asMember('acme.admin', async (admin) => {
      const random = randomness(seat.length);
      await vary(admin, random);
      const ctx = await become(admin, `acme.${seat}`);
      const { today, firstDay } = formatsFor(ctx.actor);
      const reading = { memberId: ctx.actor.memberId, today: today(), firstDay, dayOf: today };
      const all = (await list(ctx, { include: CARD_EXTRAS.join() })).docs;
      const values: Record<keyof TaskFilters, readonly string[]> = {
        q: TEXTS,
        assignee: ['me'],
        due: ['week', 'overdue'],
        audience: AUDIENCES,
        priority: PRIORITIES,
        status: CODES.map(String),
        sort: ['due', '-priority'],
        columns: ['due,labels'],
        group: ['due', 'priority'],
        swimlane: ['label'],
        filter: ['!status:4;(assignee:me|due:none)', 'text:a\\,b,plain', '!(priority:high|category:none)'],
      };
      for (let run = 0; run < manyOr(100, 15); run++) {
        const params = Object.entries(values).flatMap(([name, some]) =>
          random.chance(0.3) ? [[name, random.oneOf(some)]] : [],
        );
        const filters = readFilters(Object.fromEntries(params));
        const { docs } = await list(ctx, filterQuery(filters, reading));
        expect(sortedIds(all.filter((card) => includes(card, filters, reading))), JSON.stringify(filters)).toEqual(
          sortedIds(docs),
        );
      }
    }),
);
