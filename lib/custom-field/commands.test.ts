import { describe, expect, test } from 'vitest';
import { createCustomField, deleteCustomField, editCustomField, restoreCustomField } from '@/lib/custom-field/commands';
import { listCustomFields } from '@/lib/custom-field/queries';
import { CreateCustomField, type CustomFieldRecord, EditCustomField } from '@/lib/custom-field/schema';
import { type FieldKind, type FieldRef, MOST_FIELDS, refOf } from '@/lib/custom-field/vocabulary';
import { meets } from '@/lib/filter/condition';
import { formatsFor } from '@/lib/formats';
import { sweep } from '@/lib/operations/sweep';
import type { Ctx } from '@/lib/org';
import { cardsById, getTask } from '@/lib/task/queries';
import { filterNames, knownFields } from '@/lib/task/queries.filter';
import { ListTasks, type TaskCard } from '@/lib/task/schema';
import { conditionsOf, readFilters } from '@/lib/task/vocabulary.filter';
import { changeTasks } from '@/lib/task-array/commands';
import { ChangeTasks } from '@/lib/task-array/schema';
import { readBoard } from '@/lib/task-board/queries';
import { ReadBoard } from '@/lib/task-board/schema';
import { listTaskGroups } from '@/lib/task-group/queries';
import { ListTaskGroups } from '@/lib/task-group/schema';
import { groupOf } from '@/lib/task-group/vocabulary';
import { duplicateTask } from '@/lib/task-origin/commands';
import { DuplicateTask } from '@/lib/task-origin/schema';
import { transferTask } from '@/lib/task-transfer/commands';
import { undoActivity } from '@/lib/task-undo/commands';
import { createTemplate } from '@/lib/template/commands';
import { takeTemplate } from '@/lib/template/commands.use';
import { CreateTemplate, UseTemplate } from '@/lib/template/schema';
import { asMember, become } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { create, edit, list, person, task, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader } from '@/lib/test/test-as';
import { allOr } from '@/lib/test/whole';
import { newId } from '@/lib/validation';

const owner = ownerClient();
const APP = fixtureId('acme.APP');
const make = (ctx: Ctx, input: object) => createCustomField(ctx, CreateCustomField.parse(input));
const change = (ctx: Ctx, id: string, input: object) => editCustomField(ctx, EditCustomField.parse({ id, ...input }));
const names = async (ctx: Ctx, project_id?: string) =>
  (await listCustomFields(ctx, { project_id, page: 1, limit: 50 })).docs.map(({ name }) => name);
const KINDS: FieldKind[] = ['text', 'number', 'date', 'choice', 'person'];

/** One of each kind for each audience: `number client`, `choice internal` and so on. */
async function all(ctx: Ctx) {
  const made = new Map<string, CustomFieldRecord>();
  for (const audience of ['client', 'internal'] as const)
    for (const kind of KINDS)
      made.set(
        `${kind} ${audience}`,
        await make(ctx, {
          name: `${kind} ${audience}`,
          kind,
          audience,
          ...(kind === 'choice' && { choices: [{ name: 'Low' }, { name: 'Old', retired: true }, { name: 'High' }] }),
        }),
      );
  const field = (name: string) => made.get(name) as CustomFieldRecord;
  const choice = (audience: string, at: number) => field(`choice ${audience}`).choices[at]?._id ?? '';
  return { field, ref: (name: string): FieldRef => refOf(field(name)), choice };
}

describe('a field', () => {
  asAdmin.each([
    [{ name: 'Costs', kind: 'number', choices: [{ name: 'One' }] }, 'Only a choice has choices.'],
    [
      { name: 'Browser', kind: 'choice', choices: [{ name: 'Safari' }, { name: 'SAFARI' }] },
      'two choices named SAFARI',
    ],
    [{ name: 'Costs', kind: 'number', project_ids: [newId()] }, 'One of these projects does not exist.'],
    [{ name: 'TAKEN', kind: 'number' }, 'There already is a field named TAKEN.'],
  ])('%j is refused in words', async (ctx, input, words) => {
    await make(ctx, { name: 'Taken', kind: 'text' });
    expect((await failureOf(make(ctx, input))).message).toContain(words);
  });

  asAdmin('is renamed, put elsewhere, archived, deleted and restored; there are so many at most', async (ctx) => {
    const [a, b] = [await make(ctx, { name: 'A', kind: 'text' }), await make(ctx, { name: 'B', kind: 'number' })];
    await change(ctx, b._id, { position: 0, version: 1 });
    expect(await names(ctx)).toEqual(['B', 'A']);
    expect((await failureOf(change(ctx, b._id, { name: 'C', version: 1 }))).details).toMatchObject({
      current: { name: 'B', version: 2 },
    });
    expect(await change(ctx, b._id, { archived: true })).toMatchObject({ archived: true });
    await deleteCustomField(ctx, { id: a._id });
    expect(await names(ctx)).toEqual(['B']);
    await make(ctx, { name: 'a', kind: 'text' });
    expect(await codeOf(restoreCustomField(ctx, { id: a._id }))).toBe('conflict');
    await ctx.db.customField.createMany({
      data: Array.from({ length: MOST_FIELDS }, (_, at) => ({ name: `Field ${at}`, kind: 'text' })),
    });
    expect(await codeOf(make(ctx, { name: 'One more', kind: 'text' }))).toBe('conflict');
  });

  asAdmin('never takes away what tasks have: a choice or a project in use stays, and is counted', async (ctx) => {
    const { field, choice } = await all(ctx);
    const { _id: id, choices } = field('choice client');
    await edit(ctx, 'WEB-1', { custom: { [id]: choice('client', 0) } });
    const less = choices.slice(1);
    const foreign = [...choices, { _id: choice('internal', 0), name: 'Foreign' }];
    expect((await failureOf(change(ctx, id, { choices: foreign }))).details.errors).toHaveProperty('choices');
    expect((await failureOf(change(ctx, id, { choices: less }))).message).toMatch(/^1 task has Low\. /);
    const fewer = await failureOf(change(ctx, id, { project_ids: [APP] }));
    expect(fewer.message).toMatch(/^1 task has a value in projects that are left out/);
    const retiring = [{ ...choices[0], name: 'Lower', retired: true }, ...less];
    expect(await change(ctx, id, { choices: retiring })).toMatchObject({ choices: retiring });
    expect((await getTask(ctx, { id: 'WEB-1' })).custom).toEqual({ [id]: choice('client', 0) });
    await edit(ctx, 'WEB-1', { version: 2, custom: { [id]: null } });
    await change(ctx, id, { choices: less });
    expect(await change(ctx, id, { project_ids: [APP] })).toMatchObject({ project_ids: [APP], choices: [{}, {}] });
    expect(await names(ctx, WEB)).not.toContain('choice client');
    expect(await names(ctx, APP)).toContain('choice client');
  });

  asAdmin(
    'that is archived and brought back, or renamed, says so in the audit log, and is by its new name',
    async (ctx, effects) => {
      const { _id: id } = await make(ctx, { name: 'Costs', kind: 'number', project_ids: [WEB] });
      expect(await codeOf(change(ctx, id, { name: 'Costs', project_ids: [newId()] }))).toBe('invalid');
      await change(ctx, id, { archived: true });
      expect(await change(ctx, id, { archived: true })).toMatchObject({ archived: true, version: 3 });
      expect(await change(ctx, id, { archived: false, project_ids: null })).toMatchObject({
        ...{ archived: false, project_ids: null, name: 'Costs', kind: 'number', version: 4 },
      });
      await make(ctx, { name: 'Taken', kind: 'text' });
      expect(await codeOf(change(ctx, id, { name: 'TAKEN' }))).toBe('conflict');
      expect(await change(ctx, id, { name: 'COSTS', audience: 'client' })).toMatchObject({ name: 'COSTS' });
      expect(effects.audits.map(({ action }) => action)).toEqual([
        ...['field.created', 'field.edited', 'field.edited', 'field.edited', 'field.created', 'field.edited'],
      ]);
      await deleteCustomField(ctx, { id });
      expect(await codeOf(change(ctx, id, { name: 'Back' }))).toBe('not_found');
    },
  );

  asLeader('is defined by admins and sub-admins', async (ctx) => {
    const admin = await become(ctx, 'acme.subadmin');
    const { _id: id } = await make(admin, { name: 'Costs', kind: 'number' });
    await admin.settle();
    const leader = await become(ctx, 'acme.leader');
    for (const work of [
      () => make(leader, { name: 'Mine', kind: 'text' }),
      () => change(leader, id, { name: 'Mine' }),
      () => deleteCustomField(leader, { id }),
      () => restoreCustomField(leader, { id }),
    ])
      expect(await codeOf(work())).toBe('forbidden');
  });

  asAdmin(
    'in an address is left out and told where it is not there or not seen; its names are read for whoever sees it',
    async (ctx) => {
      const { field, ref, choice } = await all(ctx);
      const [shared, hidden] = [ref('choice client'), ref('choice internal')];
      const filters = readFilters({
        filter: `${shared}:${choice('client', 0)}`,
        sort: hidden,
        columns: `due,${hidden},${shared}`,
        swimlane: shared,
      });
      const known = await knownFields(ctx, filters);
      expect([known.filters, known.faults]).toEqual([filters, []]);
      expect(known.fields.map(({ name }) => name).sort()).toEqual(['choice client', 'choice internal']);
      expect(await filterNames(ctx, filters.filter)).toMatchObject({
        [field('choice client')._id]: 'choice client',
        [choice('client', 0)]: 'Low',
      });
      await ctx.settle();
      const client = await become(ctx, 'acme.client');
      const seen = await knownFields(client, filters);
      expect(seen.filters).toEqual({ filter: filters.filter, columns: `due,${shared}`, swimlane: shared });
      expect(seen.faults).toEqual([`There is no field “${hidden}”, or you do not see it.`]);
      const asked = await knownFields(
        client,
        readFilters({ filter: `${hidden}:${choice('internal', 0)}`, group: hidden }),
      );
      expect(asked.filters).toEqual({});
      expect(asked.faults).toHaveLength(2);
      expect(await filterNames(client, `${hidden}:${choice('internal', 0)};assignee:${person('leader')}`)).toEqual({
        [person('leader')]: 'leader of acme',
      });
    },
  );

  test('that is deleted takes its values along for a day, and brings them back', async () => {
    await asMember('acme.admin', async (ctx) => {
      const { _id: id } = await make(ctx, { name: 'Costs', kind: 'number' });
      await edit(ctx, 'WEB-1', { custom: { [id]: 5 } });
      expect(await deleteCustomField(ctx, { id })).toMatchObject({ tasks: 1 });
      expect(await getTask(ctx, { id: 'WEB-1' })).toMatchObject({ custom_fields: [] });
      expect((await getTask(ctx, { id: 'WEB-1' })).custom).toBeUndefined();
      expect(await codeOf(list(ctx, { filter: `number.${id}:5` }))).toBe('invalid');
      await restoreCustomField(ctx, { id });
      expect((await getTask(ctx, { id: 'WEB-1' })).custom).toEqual({ [id]: 5 });
    });
    const insert = `insert into custom_field (org_id, id, name, kind, live, deleted_at)
      values ($1, gen_random_uuid(), 'Forgotten', 'text', false, now() - interval '25 hours')`;
    await owner.query(insert, [fixtureId('acme')]);
    await sweep();
    expect((await owner.query(`select from custom_field where name = 'Forgotten'`)).rowCount).toBe(0);
  });
});

describe('a value', () => {
  asAdmin.each([
    ['text', '  Two   words ', 'Two words'],
    ['text', '   ', undefined],
    ['number', '12.5', 12.5],
    ['number', -3, -3],
    ['date', '2030-01-31', '2030-01-31'],
    ['choice', 0, 0],
    ['person', 'user', 'user'],
    ['number', 'many', 'Write a number.'],
    ['number', 0.0001, 'three decimals'],
    ['number', 1e13, 'trillion'],
    ['date', '2030-02-31', 'YYYY-MM-DD'],
    ['text', 'x'.repeat(501), '500 characters'],
    ['choice', 1, 'this choice is not offered'],
    ['person', 'client', 'choose an active member'],
    ['person', 'gone', 'choose an active member'],
    ['person', 'outsider', 'choose an active member'],
    ['person', 'observer', 'choose an active member'],
  ] as const)('of kind %s is %j', async (ctx, kind, given, wanted) => {
    const { field, choice } = await all(ctx);
    const { _id: id } = field(`${kind} internal`);
    const real = (value: unknown) =>
      kind === 'choice' ? choice('internal', value as number) : kind === 'person' ? person(value as string) : value;
    const isWrong = typeof wanted === 'string' && !['Two words', '2030-01-31', 'user'].includes(wanted);
    const custom = { [id]: real(given) };
    for (const work of [() => edit(ctx, 'WEB-1', { custom }), () => create(ctx, { custom })]) {
      if (isWrong) expect((await failureOf(work())).message).toContain(wanted);
      else expect((await work()).custom).toEqual(wanted === undefined ? undefined : { [id]: real(wanted) });
    }
  });

  asAdmin('names a client only where clients see task and field', async (ctx) => {
    const { field } = await all(ctx);
    const named = (audience: string) => ({ [field(`person ${audience}`)._id]: person('client') });
    expect((await edit(ctx, 'WEB-1', { custom: named('client') })).custom_people).toMatchObject([
      { name: 'client of acme' },
    ]);
    for (const [key, audience] of [
      ['WEB-2', 'client'],
      ['WEB-1', 'internal'],
    ] as const)
      expect(await codeOf(edit(ctx, key, { version: key === 'WEB-1' ? 2 : 1, custom: named(audience) }))).toBe(
        'invalid',
      );
  });

  asAdmin('is refused where the field is not one of the project, is archived, or is not there', async (ctx) => {
    const other = await make(ctx, { name: 'Other', kind: 'text', project_ids: [APP] });
    const old = await make(ctx, { name: 'Old', kind: 'text' });
    await edit(ctx, 'WEB-1', { custom: { [old._id]: 'kept' } });
    await change(ctx, old._id, { archived: true });
    for (const id of [other._id, old._id, newId()])
      expect(await codeOf(edit(ctx, 'WEB-1', { version: 2, custom: { [id]: 'x' } }))).toBe('invalid');
    expect((await edit(ctx, 'WEB-1', { version: 2, custom: { [old._id]: null } })).custom).toBeUndefined();
  });

  asLeader('is in the history with its words, and taken back by it; a stale version is refused', async (leader) => {
    const { field, choice } = await all(await become(leader, 'acme.admin'));
    const ctx = await become(leader, 'acme.user');
    const [severity, contact] = [field('choice internal')._id, field('person internal')._id];
    await edit(ctx, 'WEB-1', { custom: { [severity]: choice('internal', 0), [contact]: person('user') } });
    const custom = { [severity]: choice('internal', 2), [contact]: null };
    expect(await codeOf(edit(ctx, 'WEB-1', { custom }))).toBe('conflict');
    const { activity, version } = await edit(ctx, 'WEB-1', { version: 2, custom });
    expect(
      activity
        .slice(0, 4)
        .map(({ says }) => says)
        .sort(),
    ).toEqual([
      'changed choice internal from Low to High',
      'removed person internal (user of acme)',
      'set choice internal to Low',
      'set person internal to user of acme',
    ]);
    expect(version).toBe(3);
    const line = activity.find(({ says }) => says.startsWith('changed choice'));
    const back = await undoActivity(ctx, { id: line?._id ?? '' });
    expect(back.custom).toEqual({ [severity]: choice('internal', 0) });
  });

  test('goes along with a duplicate and a template, is set for many, and stays behind where the other project has no such field', () =>
    asMember('acme.admin', async (ctx) => {
      const [here, everywhere] = [
        await make(ctx, { name: 'Here', kind: 'number', project_ids: [WEB] }),
        await make(ctx, { name: 'Everywhere', kind: 'text' }),
      ];
      const custom = { [here._id]: 5, [everywhere._id]: 'Kept' };
      const set = (input: object) => changeTasks(ctx, ChangeTasks.parse({ task_ids: [task('WEB-1')], ...input }));
      expect((await set({ set: { custom } })).tasks[0]?.card?.custom).toEqual(custom);
      expect((await duplicateTask(ctx, DuplicateTask.parse({ id: 'WEB-1' }))).custom).toEqual(custom);
      const template = CreateTemplate.parse({ name: 'Kept', project_id: WEB, of_task_id: task('WEB-1') });
      const use = { id: (await createTemplate(ctx, template))._id, project_id: WEB, start_date: '2031-03-01' };
      const used = await takeTemplate(ctx, UseTemplate.parse(use));
      expect((await getTask(ctx, { id: used._id })).custom).toEqual(custom);
      const other = { custom: { [here._id]: 6 } };
      expect(await set({ set: other, expected: { custom: { [here._id]: 4 } } })).toMatchObject({ refused: 1 });
      expect(await set({ set: other, expected: { custom: { [here._id]: 5 } } })).toMatchObject({ done: 1 });
      // Somebody emptied it since.
      await set({ set: { custom: { [here._id]: null } } });
      expect(await set({ set: { custom: { [here._id]: 7 } }, expected: other })).toMatchObject({ refused: 1 });
      await set({ set: other });
      const move = { id: task('WEB-1'), project_id: APP };
      expect((await transferTask(ctx, { ...move, dry_run: true })).loses.fields).toEqual(['Here']);
      const { task: moved } = await transferTask(ctx, { ...move, dry_run: false });
      expect(moved.custom).toEqual({ [everywhere._id]: 'Kept' });
      expect((await getTask(ctx, { id: moved._id })).activity.map(({ says }) => says)).toContain('removed Here (6)');
    }));
});

/** Values on the tasks of WEB, of which WEB-1, 4 and 5 are visible to clients. */
async function fill(ctx: Ctx) {
  const made = await all(ctx);
  const { field, choice } = made;
  const give = (key: string, audience: string, text: string, number: number, day: string, at: 0 | 2, who: string) =>
    edit(ctx, key, {
      custom: {
        [field(`text ${audience}`)._id]: text,
        [field(`number ${audience}`)._id]: number,
        [field(`date ${audience}`)._id]: day,
        [field(`choice ${audience}`)._id]: choice(audience, at),
        [field(`person ${audience}`)._id]: person(who),
      },
    });
  const today = formatsFor(ctx.actor).today();
  await give('WEB-1', 'client', 'Straße', 10.5, today, 2, 'user');
  await give('WEB-2', 'client', 'alpha', -2, '2020-01-31', 0, 'leader');
  // Whom the client does not see.
  await give('WEB-4', 'client', 'Beta', 3, '2200-01-01', 0, 'user2');
  await give('WEB-5', 'internal', 'Secret', 7, today, 2, 'user');
  await ctx.settle();
  return made;
}

const ROLES = allOr(['admin', 'leader', 'user', 'client', 'observer'], (seat) => ['leader', 'client'].includes(seat));

describe.each(ROLES)('for %s', (seat) => {
  const values = (made: Awaited<ReturnType<typeof all>>): Record<FieldKind, string[]> => ({
    text: ['none', 'STRASSE', 'a', 'secret'],
    number: ['none', '3', '-2..3', '..0', '4..', '10.5'],
    date: ['none', 'today', '2100-01-01..', '..2020-12-31'],
    choice: ['none', ...['client', 'internal'].flatMap((one) => [made.choice(one, 0), made.choice(one, 2)])],
    person: ['none', 'me', ...['user', 'user2', 'leader'].map(person)],
  });

  test('the database and the browser find the same tasks, in the same groups and in one order over all pages', () =>
    asMember('acme.admin', async (admin) => {
      const made = await fill(admin);
      const ctx = await become(admin, `acme.${seat}`);
      const { today, firstDay } = formatsFor(ctx.actor);
      const asking = { memberId: ctx.actor.memberId, today: today(), firstDay };
      const { docs: cards } = await list(ctx, { include: 'custom' });
      const keys = (some: readonly TaskCard[]) => some.map(({ key }) => key);
      for (const kind of KINDS)
        for (const audience of ['client', 'internal']) {
          if (audience === 'internal' && seat === 'client') continue;
          const ref = made.ref(`${kind} ${audience}`);
          for (const value of values(made)[kind]) {
            const filter = `${ref}:${value}`;
            const [condition] = conditionsOf(ListTasks.parse({ filter }), asking);
            const fit = cards.filter((card) => condition && meets(card, condition, today));
            expect(keys((await list(ctx, { filter })).docs).sort(), filter).toEqual(keys(fit).sort());
          }
          for (const sort of [ref, `-${ref}`]) {
            const whole = (await list(ctx, { sort })).docs;
            const paged: TaskCard[] = [];
            for (let cursor: string | undefined | null; cursor !== null; ) {
              const page = await list(ctx, { sort, limit: 2, ...(cursor && { cursor }) });
              paged.push(...page.docs);
              cursor = page.next_cursor ?? null;
            }
            expect(keys(paged), sort).toEqual(keys(whole));
            // What has no value comes last either way.
            const has = whole.map((card) => card.custom?.[made.field(`${kind} ${audience}`)._id] !== undefined);
            expect(
              has.toSorted((one, other) => Number(other) - Number(one)),
              sort,
            ).toEqual(has);
          }
          if (kind !== 'choice' && kind !== 'person') continue;
          const group = ref as `choice.${string}`;
          const { groups } = await listTaskGroups(ctx, ListTaskGroups.parse({ group }));
          const rows = (await list(ctx, { sort: ref })).docs.map((card) => groupOf(card, group, asking));
          expect(
            groups.flatMap(({ _id, total }) => Array(total).fill(_id)),
            group,
          ).toEqual(rows);
          expect(groups.every(({ name }) => name)).toBe(true);
          const board = await readBoard(
            ctx,
            ReadBoard.parse({ project_id: WEB, group, lanes: made.ref(`choice ${audience}`) }),
          );
          const inWeb = rows.length && (await list(ctx, { project_id: WEB })).total;
          expect(board.counts.reduce((sum, { total }) => sum + total, 0)).toBe(inWeb);
          expect(board.docs).toHaveLength(inWeb);
        }
    }));
});

describe('a client', () => {
  test('meets nothing of an internal field by any door, nor what a visible one has of internal tasks and hidden people', () =>
    asMember('acme.admin', async (admin) => {
      const made = await fill(admin);
      const ctx = await become(admin, 'acme.client');
      const found = KINDS.map((kind) => {
        const { _id: id, choices } = made.field(`${kind} internal`);
        return { id, ref: made.ref(`${kind} internal`), choices: choices.map(({ _id }) => _id) };
      });
      const answers = [
        await listCustomFields(ctx, { page: 1, limit: 50 }),
        await list(ctx, { include: 'custom' }),
        await getTask(ctx, { id: 'WEB-5' }),
        await getTask(ctx, { id: 'WEB-4' }),
        await cardsById(ctx, [task('WEB-5'), task('WEB-2')]),
      ];
      const told = JSON.stringify(answers);
      for (const { id, choices } of found) for (const one of [id, ...choices]) expect(told).not.toContain(one);
      for (const word of ['Secret', 'alpha', person('user2')]) expect(told).not.toContain(word);
      expect((await getTask(ctx, { id: 'WEB-4' })).custom).not.toHaveProperty(made.field('person client')._id);
      for (const { ref } of found) {
        const unknown = ref.slice(0, -1) + (ref.endsWith('0') ? '1' : '0');
        for (const named of [ref, unknown]) {
          const tries: (() => Promise<unknown>)[] = [
            () => list(ctx, { filter: `${named}:none` }),
            () => list(ctx, { sort: named }),
            () => list(ctx, { include: named }),
            ...(/^(choice|person)/.test(named)
              ? [
                  () => listTaskGroups(ctx, ListTaskGroups.parse({ group: named })),
                  () => readBoard(ctx, ReadBoard.parse({ project_id: WEB, group: named })),
                ]
              : []),
          ];
          for (const one of tries) expect((await failureOf(one())).message).toContain('There is no field');
        }
      }
    }));
});

test.each([
  ['they see from now on', 'internal', 'client', true],
  ['they saw until now', 'client', 'internal', true],
  ['they do not see', 'internal', 'internal', false],
])('clients hear of a field that %s', (_, before, audience, heard) =>
  asMember('acme.admin', async (ctx, effects) => {
    const { _id } = await make(ctx, { name: 'Inner', kind: 'text', audience: before });
    await ctx.settle();
    effects.events.splice(0);
    await change(ctx, _id, { name: 'Outer', audience });
    await ctx.settle();
    expect(effects.events).toMatchObject([{ type: 'fields.changed' }]);
    expect(JSON.stringify(effects.events).includes(WEB)).toBe(heard);
  }),
);
