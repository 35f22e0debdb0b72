import { describe, expect, test } from 'vitest';
import { formatsFor } from '@/lib/formats';
import { dayAfter } from '@/lib/formats/days';
import type { Ctx } from '@/lib/org';
import { ListTasks, type TaskCard } from '@/lib/task/schema';
import { AUDIENCES, PRIORITIES, STATUSES } from '@/lib/task/vocabulary';
import {
  conditionsOf,
  filterQuery,
  includes,
  meets,
  readFilters,
  type TaskFilter,
  type TaskFilters,
} from '@/lib/task/vocabulary.filter';
import { asMember, become } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { randomness } from '@/lib/test/random';
import { list, person, task } from '@/lib/test/task-calls';

const CODES = STATUSES.map(({ code }) => code);
const KEYS = ['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4', 'WEB-5', 'WEB-6', 'APP-1', 'APP-2'];
const SEATS = ['admin', 'leader', 'user', 'user2', 'client', 'observer'];
const TITLES = ['ΣΊΣΥΦΟΣ', 'İstanbul', 'Straße', 'ÅNGSTRÖM ﬁle', 'a_b 100% \\', 'web-3 in words', 'Plain', 'x'];
const TEXTS = ['σ', 'ς', 'i̇', 'i', 'STRASSE', 'ß', 'ström', 'FI', '_', '%', '\\', 'web-', 'b-1', '-', '3', 'plain'];

/** Tasks of all kinds: other fields on the same eight. */
async function vary(ctx: Ctx, { below, oneOf, chance }: ReturnType<typeof randomness>) {
  const today = formatsFor(ctx.actor).today();
  for (const [at, key] of KEYS.entries())
    await ctx.db.task.updateMany({
      where: { id: task(key) },
      data: {
        title: TITLES[at],
        priority: oneOf(PRIORITIES),
        dueDate: chance(0.3) ? null : new Date(`${dayAfter(today, below(15) - 7)}T00:00:00Z`),
        categoryId: chance(0.5) ? fixtureId('acme.Design') : null,
      },
    });
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
  };
  return all;
};

const sortedIds = (cards: readonly TaskCard[]) => cards.map(({ key }) => key).sort();
const written = (filter: object) =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));

describe('the database and the browser find the same tasks', () => {
  test.each(SEATS.map((seat, at) => [seat, at + 1] as const))('for 150 filters of %s', async (seat, seed) => {
    await asMember('acme.admin', async (admin) => {
      const random = randomness(seed);
      await vary(admin, random);
      const ctx = await become(admin, `acme.${seat}`);
      const asking = { memberId: ctx.actor.memberId, today: formatsFor(ctx.actor).today() };
      const all = (await list(ctx)).docs;
      const names = kinds(asking.today, [...new Set(all.map(({ project_id }) => project_id))], random);
      for (let run = 0; run < 150; run++) {
        const filter: TaskFilter = Object.fromEntries(
          Object.entries(names).flatMap(([name, value]) => (random.chance(0.25) ? [[name, value()]] : [])),
        );
        const conditions = conditionsOf(ListTasks.parse(written(filter)), asking);
        const matching = all.filter((card) => conditions.every((condition) => meets(card, condition)));
        expect(sortedIds(matching), JSON.stringify(filter)).toEqual(sortedIds((await list(ctx, written(filter))).docs));
      }
    });
  });

  test.each(['leader', 'client'])('for 100 addresses of a view of %s', async (seat) => {
    await asMember('acme.admin', async (admin) => {
      const random = randomness(seat.length);
      await vary(admin, random);
      const ctx = await become(admin, `acme.${seat}`);
      const { today, firstDay } = formatsFor(ctx.actor);
      const reading = { memberId: ctx.actor.memberId, today: today(), firstDay };
      const all = (await list(ctx)).docs;
      const values: Record<keyof TaskFilters, readonly string[]> = {
        q: TEXTS,
        assignee: ['me'],
        due: ['week', 'overdue'],
        audience: AUDIENCES,
        priority: PRIORITIES,
        status: CODES.map(String),
        sort: ['due', '-priority'],
      };
      for (let run = 0; run < 100; run++) {
        const params = Object.entries(values).flatMap(([name, some]) =>
          random.chance(0.3) ? [[name, random.oneOf(some)]] : [],
        );
        const filters = readFilters(Object.fromEntries(params));
        const { docs } = await list(ctx, filterQuery(filters, reading));
        expect(sortedIds(all.filter((card) => includes(card, filters, reading))), JSON.stringify(filters)).toEqual(
          sortedIds(docs),
        );
      }
    });
  });
});
