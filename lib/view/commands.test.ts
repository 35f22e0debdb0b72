import { describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { deliveriesOf } from '@/lib/realtime/events';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { asLeader, asUser } from '@/lib/test/test-as';
import { newId } from '@/lib/validation';
import { createView, deleteView, editView } from '@/lib/view/commands';
import { getView, listViews } from '@/lib/view/queries';
import { CreateView, EditView } from '@/lib/view/schema';
import { MOST_VIEWS } from '@/lib/view/vocabulary';

const WEB = fixtureId('acme.WEB');
const make = (ctx: Ctx, given: object = {}) =>
  createView(ctx, CreateView.parse({ name: 'Open', filter: '!status:4', project_id: WEB, ...given }));
const edit = (ctx: Ctx, id: string, given: object) => editView(ctx, EditView.parse({ id, version: 1, ...given }));
const names = async (ctx: Ctx, project_id?: string) =>
  (await listViews(ctx, { page: 1, limit: 200, project_id })).docs.map(({ name }) => name);

describe.each([
  ['acme.leader', 'done', 'done'],
  ['acme.user', 'forbidden', 'forbidden'],
  ['acme.client', 'forbidden', 'not_found'],
])('%s', (who, sharing, changing) => {
  test(`keeps a view of its own; sharing one: ${sharing}; changing a shared one: ${changing}`, async () => {
    expect(await attempt(who, (ctx) => make(ctx))).toBe('done');
    expect(await attempt(who, (ctx) => make(ctx, { shared: true }))).toBe(sharing);
    const share = async (ctx: Ctx) => edit(ctx, (await make(ctx))._id, { shared: true });
    expect(await attempt(who, share)).toBe(sharing);
    const { _id: id } = await asMemberCommitted('acme.subadmin', (ctx) => make(ctx, { shared: true }));
    expect(await attempt(who, (ctx) => edit(ctx, id, { name: 'Other' }))).toBe(changing);
    expect(await attempt(who, (ctx) => deleteView(ctx, { id }))).toBe(changing);
    expect(await attempt('globex.admin', (ctx) => getView(ctx, { id }))).toBe('not_found');
    await asMemberCommitted('acme.subadmin', (ctx) => deleteView(ctx, { id }));
  });
});

describe('a view', () => {
  test('is its maker’s alone until it is shared, and then the team’s of the project, never a client’s', async () => {
    const { _id: id } = await asMemberCommitted('acme.leader', (ctx) => make(ctx, { name: 'Mine' }));
    expect(await attempt('acme.admin', (ctx) => getView(ctx, { id }))).toBe('not_found');
    expect(await attempt('acme.user', (ctx) => getView(ctx, { id }))).toBe('not_found');
    await asMemberCommitted('acme.leader', (ctx) => edit(ctx, id, { shared: true }));
    await asMember('acme.user', async (ctx) => expect(await names(ctx, WEB)).toEqual(['Mine']));
    await asMember('acme.user', async (ctx) => expect(await names(ctx)).toEqual([]));
    await asMember('acme.client', async (ctx) => expect(await names(ctx, WEB)).toEqual([]));
    expect(await attempt('acme.client', (ctx) => getView(ctx, { id }))).toBe('not_found');
    expect(await attempt('acme.outsider', (ctx) => getView(ctx, { id }))).toBe('not_found');
    expect(await attempt('acme.admin', (ctx) => edit(ctx, id, { version: 2, shared: false }))).toBe('forbidden');
    await asMemberCommitted('acme.leader', (ctx) => deleteView(ctx, { id }));
  });

  test('tells open pages: its maker’s other tabs, and the team where it is shared, also when it is no longer', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const told = () => effects.events.splice(0).map((event) => event.type === 'view.changed' && event.shared);
      const { _id: id } = await make(ctx);
      expect(told()).toEqual([false]);
      await edit(ctx, id, { shared: true });
      expect(told()).toEqual([true]);
      await edit(ctx, id, { version: 2, shared: false });
      expect(told()).toEqual([true]);
      await deleteView(ctx, { id });
      expect(effects.events).toEqual([
        { type: 'view.changed', viewId: id, projectId: WEB, shared: false, memberId: ctx.actor.memberId },
      ]);
      const channels = (shared: boolean, projectId: string | null) =>
        deliveriesOf('o', { type: 'view.changed', viewId: id, projectId, shared, memberId: 'm' }).map(
          ({ channel }) => channel,
        );
      expect(channels(false, 'p')).toEqual(['private-user-m']);
      expect(channels(true, 'p')).toEqual(['private-user-m', 'private-project-p']);
      expect(channels(true, null)).toEqual(['private-user-m', 'private-org-o']);
    }));

  asUser('has a filter of known fields, written in one way', async (ctx) => {
    expect(CreateView.safeParse({ name: 'Odd', filter: 'mood:good' }).success).toBe(false);
    expect((await make(ctx, { filter: 'status: 1,2;!assignee:me' })).filter).toBe('status:1,2;!assignee:me');
  });

  asUser('of which somebody else saved another version is not overwritten', async (ctx) => {
    const { _id: id } = await make(ctx);
    expect((await edit(ctx, id, { name: 'Second' })).version).toBe(2);
    const { code, details } = await failureOf(edit(ctx, id, { name: 'Third' }));
    expect([code, (details.current as { name: string }).name]).toEqual(['conflict', 'Second']);
  });

  asLeader('is the team’s only default of its project and layout, and only while it is shared', async (ctx) => {
    const first = await make(ctx, { shared: true, is_default: true });
    const board = await make(ctx, { shared: true, is_default: true, layout: 'board' });
    const second = await edit(ctx, (await make(ctx, { shared: true }))._id, { is_default: true });
    const defaults = [];
    for (const { _id } of [first, board, second]) defaults.push((await getView(ctx, { id: _id })).is_default);
    expect(defaults).toEqual([false, true, true]);
    expect((await edit(ctx, second._id, { version: 2, shared: false })).is_default).toBe(false);
    expect(await codeOf(make(ctx, { shared: true, is_default: true, project_id: null }))).toBe('invalid');
  });

  test('is its maker’s own default of a place and layout, of all projects too, and nobody else’s once it is shared', () =>
    asMember('acme.leader', async (ctx) => {
      const isDefault = async ({ _id: id }: { _id: string }) => (await getView(ctx, { id })).is_default;
      const everywhere = await make(ctx, { project_id: null, is_default: true });
      const first = await make(ctx, { is_default: true });
      const team = await make(ctx, { shared: true, is_default: true });
      const board = await make(ctx, { is_default: true, layout: 'board' });
      const second = await make(ctx, { is_default: true });
      const defaults = [];
      for (const view of [everywhere, first, team, board, second]) defaults.push(await isDefault(view));
      expect(defaults).toEqual([true, false, true, true, true]);
      expect((await edit(ctx, second._id, { shared: true })).is_default).toBe(false);
      expect(await isDefault(team)).toBe(true);
      const other = await make(await become(ctx, 'acme.user'), { is_default: true, project_id: null });
      expect(other.is_default).toBe(true);
      await become(ctx, 'acme.leader');
      expect(await isDefault(everywhere)).toBe(true);
    }));

  asUser('is one of fifty in its place, and a board is of one project', async (ctx) => {
    await ctx.db.savedView.createMany({
      data: Array.from({ length: MOST_VIEWS - 1 }, (_, at) => ({
        ...{ id: newId(), name: `View ${at}`, filter: '', layout: 'list', projectId: WEB, position: at },
      })),
    });
    const { _id: last } = await make(ctx);
    expect(await codeOf(make(ctx))).toBe('conflict');
    const { _id: id } = await make(ctx, { project_id: null });
    expect((await failureOf(edit(ctx, id, { layout: 'board' }))).details.errors).toHaveProperty('layout');
    expect((await edit(ctx, last, { layout: 'board' })).layout).toBe('board');
  });

  asLeader(
    'of all projects that is shared is changed by who made it, or an admin, not by another leader',
    async (ctx) => {
      const { _id: id } = await make(ctx, { project_id: null, shared: true });
      await ctx.settle();
      const other = await become(ctx, 'acme.lead2');
      expect((await getView(other, { id })).may_edit).toBe(false);
      expect(await codeOf(edit(other, id, { name: 'Theirs' }))).toBe('forbidden');
      expect(await codeOf(deleteView(other, { id }))).toBe('forbidden');
      expect((await edit(await become(ctx, 'acme.admin'), id, { name: 'Ours' })).name).toBe('Ours');
    },
  );

  asUser('keeps which days a calendar shows and how a timeline is drawn', async (ctx) => {
    const view = await make(ctx, { layout: 'timeline', zoom: 'month', lanes: 'assignee' });
    expect(view).toMatchObject({ layout: 'timeline', zoom: 'month', lanes: 'assignee', span: null });
    expect(await edit(ctx, view._id, { layout: 'calendar', span: 'week', zoom: null })).toMatchObject({
      span: 'week',
      zoom: null,
    });
    expect(CreateView.safeParse({ name: 'Odd', zoom: 'hour' }).success).toBe(false);
  });

  asLeader('takes its place among the tabs', async (ctx) => {
    const made = [];
    for (const name of ['A', 'B', 'C']) made.push(await make(ctx, { name }));
    await make(ctx, { name: 'Shared', shared: true });
    await edit(ctx, (made[2] as { _id: string })._id, { position: 0 });
    expect(await names(ctx, WEB)).toEqual(['Shared', 'C', 'A', 'B']);
    await edit(ctx, (made[0] as { _id: string })._id, { position: 2 });
    expect(await names(ctx, WEB)).toEqual(['Shared', 'C', 'B', 'A']);
  });

  asLeader('that is shared or deleted by who leads is in the audit log', async (ctx, effects) => {
    const { _id: id } = await make(ctx);
    await edit(ctx, id, { shared: true });
    await deleteView(ctx, { id });
    expect(effects.audits.map(({ action }) => action)).toEqual(['view.shared', 'view.deleted']);
  });
});
