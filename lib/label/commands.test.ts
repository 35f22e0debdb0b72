import { describe, expect, test } from 'vitest';
import { createLabel, deleteLabel, editLabel, restoreLabel } from '@/lib/label/commands';
import { listLabels, listLabelUse } from '@/lib/label/queries';
import { CreateLabel, EditLabel } from '@/lib/label/schema';
import { sweep } from '@/lib/operations/sweep';
import type { Ctx } from '@/lib/org';
import { deleteTask } from '@/lib/task/commands.bin';
import { getCard, getTask } from '@/lib/task/queries';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { board, create, edit, list, task } from '@/lib/test/task-calls';
import { asAdmin } from '@/lib/test/test-as';

const make = (ctx: Ctx, name: string, colour = 'c1') => createLabel(ctx, CreateLabel.parse({ name, colour }));
const names = async (ctx: Ctx) => (await listLabels(ctx, { page: 1, limit: 50 })).docs.map(({ name }) => name);
const named = (labels: readonly { name: string }[] | undefined) => labels?.map(({ name }) => name);
const owner = ownerClient();

test.each([
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'Οδος'],
  ['Grün', 'GRU\u0308N'],
])('%s and %s are one label, here and in the database', async (one, other) => {
  await asMember('acme.admin', async (ctx) => {
    await make(ctx, one);
    expect(await codeOf(make(ctx, other))).toBe('conflict');
  });
  const insert = 'insert into label (org_id, id, name) select $1, gen_random_uuid(), * from unnest($2::text[])';
  await expect(owner.query(insert, [fixtureId('acme'), [one, other]])).rejects.toThrow('label_one_name');
});

describe('a label', () => {
  asAdmin('has a name of its own, whatever its case, until it is deleted', async (ctx) => {
    const first = await make(ctx, 'Urgent');
    expect(await codeOf(make(ctx, 'urgent'))).toBe('conflict');
    await deleteLabel(ctx, { id: first._id });
    await make(ctx, 'urgent');
    expect(await codeOf(restoreLabel(ctx, { id: first._id }))).toBe('conflict');
    expect(await names(ctx)).toEqual(['urgent']);
    const { _id: id } = await make(ctx, 'Later');
    const refused = await failureOf(editLabel(ctx, EditLabel.parse({ id, name: 'URGENT' })));
    expect([refused.code, refused.details.errors]).toEqual(['conflict', { name: ['This name is taken.'] }]);
  });

  test('is put on tasks and taken off, with history for the team and a message to open pages', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const [a, b] = [await make(ctx, 'Alpha', 'c2'), await make(ctx, 'Beta')];
      const made = await create(ctx, { label_ids: [b._id, a._id] });
      expect(made.labels).toEqual([
        { _id: a._id, name: 'Alpha', colour: 'c2' },
        { _id: b._id, name: 'Beta', colour: 'c1' },
      ]);
      const after = await edit(ctx, 'WEB-1', { label_ids: [a._id] });
      expect([named(after.labels), after.version]).toEqual([['Alpha'], 2]);
      expect(named((await getCard(ctx, { id: task('WEB-1') })).labels)).toEqual(['Alpha']);
      const cards = (await board(ctx)).flatMap(({ docs }) => docs);
      expect(named(cards.find(({ key }) => key === 'WEB-1')?.labels)).toEqual(['Alpha']);
      expect((await edit(ctx, 'WEB-1', { version: 2, label_ids: [] })).labels).toBeUndefined();
      const lines = effects.activities.filter(({ kind }) => kind === 'task.labelled');
      expect(lines).toMatchObject([
        { audience: 'internal', data: { added: [{ name: 'Alpha' }, { name: 'Beta' }] } },
        { audience: 'internal', data: { added: [{ name: 'Alpha' }], removed: [] } },
        { audience: 'internal', data: { added: [], removed: [{ name: 'Alpha' }] } },
      ]);
      expect(effects.events).toContainEqual(
        expect.objectContaining({ type: 'task.changed', taskId: task('WEB-1'), version: 3 }),
      );
    }));

  test('of another organisation, or a deleted one, is none', async () => {
    const foreign = await asMemberCommitted('globex.admin', (ctx) => make(ctx, 'Foreign'));
    await asMember('acme.admin', async (ctx) => {
      const gone = await make(ctx, 'Gone');
      await deleteLabel(ctx, { id: gone._id });
      for (const { _id } of [foreign, gone]) {
        const { code, details } = await failureOf(edit(ctx, 'WEB-1', { label_ids: [_id] }));
        expect([code, Object.keys(details.errors ?? {})]).toEqual(['invalid', ['label_ids']]);
      }
      expect(await names(ctx)).toEqual([]);
    });
    await owner.query('delete from label where id = $1', [foreign._id]);
  });

  test('that is renamed, deleted and restored is so on its tasks, which open pages fetch again', () =>
    asMember('acme.admin', async (ctx, effects) => {
      const { _id: id } = await make(ctx, 'Alpha');
      await edit(ctx, 'WEB-1', { label_ids: [id] });
      const shown = async () => named((await getTask(ctx, { id: 'WEB-1' })).labels);
      await editLabel(ctx, EditLabel.parse({ id, name: 'Omega' }));
      expect(await shown()).toEqual(['Omega']);
      expect(await listLabelUse(ctx)).toMatchObject([{ name: 'Omega', tasks: 1 }]);
      expect(await deleteLabel(ctx, { id })).toMatchObject({ name: 'Omega', tasks: 1 });
      expect(await shown()).toBeUndefined();
      await restoreLabel(ctx, { id });
      expect(await shown()).toEqual(['Omega']);
      const versions = effects.events.flatMap((event) => (event.type === 'task.changed' ? event.version : []));
      expect(versions).toEqual([2, 3, 4, 5]);
    }));

  asAdmin('is counted by the tasks that have it, without the bin', async (ctx) => {
    const { _id: id } = await make(ctx, 'Alpha');
    for (const key of ['WEB-1', 'WEB-3']) await edit(ctx, key, { label_ids: [id] });
    await deleteTask(ctx, { id: 'WEB-3' });
    expect(await listLabelUse(ctx)).toMatchObject([{ name: 'Alpha', tasks: 1 }]);
    expect(await deleteLabel(ctx, { id })).toMatchObject({ tasks: 1 });
  });

  test('that was read before others changed it is not overwritten; who says no version writes last', () =>
    asMember('acme.admin', async (ctx, effects) => {
      const { _id: id, version } = await make(ctx, 'Alpha');
      const change = (given: object) => editLabel(ctx, EditLabel.parse({ id, ...given }));
      expect(await change({ version, name: 'Omega' })).toMatchObject({ name: 'Omega', version: 2 });
      const refused = await failureOf(change({ version, name: 'Beta' }));
      expect([refused.code, refused.details.current]).toMatchObject(['conflict', { name: 'Omega', version: 2 }]);
      expect(await change({ colour: 'c3' })).toMatchObject({ name: 'Omega', colour: 'c3', version: 3 });
      const before = effects.events.length;
      expect(await change({ name: 'Omega', colour: 'c3' })).toMatchObject({ version: 3 });
      await ctx.settle();
      expect(effects.events).toHaveLength(before);
      // What came back is not what was read before it went.
      await deleteLabel(ctx, { id });
      expect((await restoreLabel(ctx, { id })).version).toBe(4);
      expect(await codeOf(change({ version: 3, name: 'Beta' }))).toBe('conflict');
      expect((await listLabels(ctx, { page: 1, limit: 50 })).docs).toMatchObject([{ name: 'Omega', version: 4 }]);
      expect(effects.events).toContainEqual({ type: 'labels.changed' });
    }));

  test('is forgotten with what it was on a day after it was deleted', async () => {
    const { _id: id } = await asMemberCommitted('acme.admin', async (ctx) => {
      const label = await make(ctx, 'Old');
      await edit(ctx, 'WEB-2', { label_ids: [label._id] });
      await deleteLabel(ctx, { id: label._id });
      return label;
    });
    const left = async () =>
      (await owner.query('select from label where id = $1 union all select from task_label where label_id = $1', [id]))
        .rowCount;
    await sweep();
    expect(await left()).toBe(2);
    await owner.query(`update label set deleted_at = now() - interval '25 hours' where id = $1`, [id]);
    await sweep();
    expect(await left()).toBe(0);
  });
});

test('for a client there are the labels of tasks it sees, and no line of who set them', async () => {
  const ids = await asMemberCommitted('acme.leader', async (ctx) => {
    const [shared, hidden, spare] = [await make(ctx, 'Shared'), await make(ctx, 'Hidden'), await make(ctx, 'Spare')];
    await edit(ctx, 'WEB-1', { label_ids: [shared._id] });
    await edit(ctx, 'WEB-3', { label_ids: [hidden._id, shared._id] });
    return [shared._id, hidden._id, spare._id];
  });
  await asMember('acme.client', async (ctx) => {
    expect(await names(ctx)).toEqual(['Shared']);
    const seen = (await list(ctx)).docs.flatMap(({ labels }) => named(labels) ?? []);
    expect(seen).toEqual(['Shared']);
    const { activity } = await getTask(ctx, { id: 'WEB-1' });
    expect(activity.map(({ kind }) => kind)).not.toContain('task.labelled');
  });
  // What they hang on gone, or hidden, they are too.
  await owner.query(`update task set audience = 'internal' where id = $1`, [fixtureId('acme.WEB-1')]);
  await asMember('acme.client', async (ctx) => expect(await names(ctx)).toEqual([]));
  await owner.query(`update task set audience = 'client' where id = $1`, [fixtureId('acme.WEB-1')]);
  await owner.query('delete from label where id = any($1)', [ids]);
});
