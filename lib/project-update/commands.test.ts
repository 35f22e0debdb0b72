import { expect, test } from 'vitest';
import { createMilestone, editMilestone } from '@/lib/milestone/commands';
import { CreateMilestone, EditMilestone } from '@/lib/milestone/schema';
import type { Ctx } from '@/lib/org';
import { deleteUpdate, editUpdate, restoreUpdate, writeUpdate } from '@/lib/project-update/commands';
import { listUpdates } from '@/lib/project-update/queries';
import { EditUpdate, ListUpdates, WriteUpdate } from '@/lib/project-update/schema';
import { sentenceOf } from '@/lib/project-update/vocabulary';
import { asMember, become } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { create, move, person, told, WEB } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';

type Input = Record<string, unknown>;
const write = (ctx: Ctx, input: Input = {}) =>
  writeUpdate(ctx, WriteUpdate.parse({ project_id: WEB, health: 'on_track', done: 'The home page', ...input }));
const edit = (ctx: Ctx, id: string, input: Input) => editUpdate(ctx, EditUpdate.parse({ id, ...input }));
const read = async (ctx: Ctx) => (await listUpdates(ctx, ListUpdates.parse({ project_id: 'WEB' }))).docs;

test.each([
  [{ done: 'The home page. And more', next: 'x' }, 'The home page.'],
  [{ done: ' ', next: '  Version 1.2 is next\nThen', trouble: 'Money' }, 'Version 1.2 is next'],
  [{ trouble: 'Why? Money' }, 'Why?'],
  [{}, ''],
])('of an update %o its first sentence is “%s”', (fields, sentence) =>
  expect(sentenceOf({ done: '', next: '', trouble: '', ...fields })).toBe(sentence),
);

test('a long first sentence of an update is cut at a word', () => {
  const sentence = sentenceOf({ done: `${'word '.repeat(40)}end.`, next: '', trouble: '' });
  expect([sentence.length <= 160, sentence.length > 150]).toEqual([true, true]);
  expect(sentence).toMatch(/ word ?…$/);
});

test('an update says something', () =>
  expect(WriteUpdate.safeParse({ project_id: WEB, health: 'on_track', done: ' ' }).success).toBe(false));

test.each([
  ['internal', ['user', 'user2']],
  ['client', ['user', 'user2', 'client']],
])('one that is %s is told to those who follow the project', (audience, hear) =>
  asMember('acme.leader', async (ctx, effects) => {
    await write(ctx, { audience });
    expect(told(effects).sort()).toEqual(hear.map((seat) => ['update.written', person(seat)]).sort());
    expect(effects.activities.map((line) => line.audience)).toEqual([audience]);
    expect(effects.events).toMatchObject([{ type: 'update.changed', client: audience === 'client' }]);
  }),
);

asLeader('each tells what happened since the one before, to clients of what they see alone', async (ctx) => {
  await write(ctx, { audience: 'client' });
  const shared = await create(ctx, { audience: 'client', due_date: '2020-01-31' });
  const secret = await create(ctx);
  for (const { _id } of [shared, secret]) await move(ctx, _id, 4);
  await create(ctx, { due_date: '2020-01-31' });
  for (const [name, audience] of [
    ['Launch', 'client'],
    ['Audit', 'internal'],
  ]) {
    const goal = await createMilestone(ctx, CreateMilestone.parse({ project_id: WEB, name, audience }));
    await editMilestone(ctx, EditMilestone.parse({ id: goal._id, due_date: '2031-01-01' }));
  }
  await ctx.settle();
  await write(ctx, { health: 'at_risk', audience: 'client' });
  await write(ctx, { health: 'off_track', done: '', trouble: 'Money' });
  await ctx.settle();
  // All of it has one moment in a test: the facts are asked of the first.
  const facts = async (who: string) =>
    (await read(await become(ctx, who))).map(({ health, facts }) => [health, facts.added, facts.milestones.length]);
  const [team, client] = [await facts('acme.user'), await facts('acme.client')];
  expect(team.map(([health]) => health)).toEqual(['off_track', 'at_risk', 'on_track']);
  expect(client.map(([health]) => health)).toEqual(['at_risk', 'on_track']);
  const sum = (of: typeof team, at: 1 | 2) => of.reduce((all, one) => all + Number(one[at]), 0);
  expect([sum(team, 2) > sum(client, 2), sum(team, 1) > sum(client, 1)]).toEqual([true, true]);
});

asLeader(
  'it counts what was completed since, and as late what was due before its day and not completed then, no subtasks',
  async (ctx) => {
    const today = new Date().toISOString().slice(0, 10);
    const late = {
      projectId: WEB,
      parentId: null,
      deletedAt: null,
      completedAt: null,
      dueDate: { lt: new Date(today) },
    };
    const before = await ctx.db.task.count({ where: late });
    const { _id } = await create(ctx, { due_date: '2020-01-31' });
    await create(ctx, { due_date: '2020-01-31', parent_id: _id });
    await create(ctx, { due_date: '2020-01-31', status: 4 });
    await create(ctx, { due_date: today });
    await create(ctx, { parent_id: _id, status: 4 });
    const { createdAt: gt } = await ctx.db.project.findUniqueOrThrow({ where: { id: WEB } });
    const completed = await ctx.db.task.count({ where: { projectId: WEB, parentId: null, completedAt: { gt } } });
    expect((await write(ctx)).facts).toMatchObject({ late: before + 1, completed });
  },
);

asLeader('it is changed by its author, for a day; deleted by whoever leads, and restored', async (ctx) => {
  const { _id: id, rights } = await write(ctx);
  expect(rights).toEqual({ edit: true, delete: true });
  expect((await edit(ctx, id, { version: 1, next: 'Checkout' })).next).toBe('Checkout');
  expect(await codeOf(edit(ctx, id, { version: 1, next: 'Other' }))).toBe('conflict');
  expect(await codeOf(edit(ctx, id, { done: '', next: '' }))).toBe('invalid');
  const age = async (hours: number) => {
    await ctx.db.$executeRaw`reset role`;
    await ctx.db.projectUpdate.updateMany({
      where: { id },
      data: { createdAt: new Date(Date.now() - hours * 3_600_000) },
    });
    await ctx.db.$executeRaw`set local role tenant`;
  };
  await age(24.1);
  expect((await failureOf(edit(ctx, id, { next: 'Late' }))).message).toContain('for 24 hours');
  expect((await read(ctx))[0]?.rights).toEqual({ edit: false, delete: true });
  await age(23.9);
  await ctx.settle();
  const admin = await become(ctx, 'acme.admin');
  expect(await codeOf(edit(admin, id, { next: 'Mine' }))).toBe('forbidden');
  expect((await deleteUpdate(admin, { id })).rights.edit).toBe(false);
  expect(await read(admin)).toEqual([]);
  await restoreUpdate(admin, { id });
  expect((await read(admin)).map(({ next }) => next)).toEqual(['Checkout']);
});
