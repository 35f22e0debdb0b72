import { expect } from 'vitest';
import type { TaskView } from '@/components/viewer/views';
import type { Ctx } from '@/lib/org';
import { readFilters } from '@/lib/task/vocabulary.filter';
import { become } from '@/lib/test/as-member';
import { WEB } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';
import { createView } from '@/lib/view/commands';
import { CreateView } from '@/lib/view/schema';
import { readViews } from './read-views';

type Input = Record<string, unknown>;
const make = (ctx: Ctx, name: string, more: Input = {}) =>
  createView(ctx, CreateView.parse({ name, project_id: WEB, ...more }));
const read = (ctx: Ctx, search: Record<string, string> = {}, layout: TaskView = 'list', state = {}) =>
  readViews(ctx, {
    ...{ search, layout, projectId: WEB, filters: readFilters(search), state },
    address: { path: '/acme/task', keep: { project: 'WEB', view: layout === 'list' ? undefined : layout } },
  });
type Read = Awaited<ReturnType<typeof read>>;
const opened = ({ bar }: Read) => bar.current?.name ?? null;

asLeader(
  'one’s own default opens before the team’s, in its layout, where the address asks for nothing',
  async (ctx) => {
    const team = await make(ctx, 'The team’s', { shared: true, is_default: true, filter: 'status:1' });
    const own = await make(ctx, 'Own', { is_default: true, filter: 'status:2', sort: '-priority' });
    const first = await read(ctx);
    expect(opened(first)).toBe('Own');
    expect(first.filters).toMatchObject({ filter: expect.stringContaining('2'), sort: '-priority' });
    expect(first.address.keep.saved).toBe(own._id);
    expect(first.bar.all).toEqual({ href: '/acme/task?project=WEB&saved=none', current: false });
    expect(first.saving).toBeNull();
    expect(opened(await read(ctx, { saved: 'none' }))).toBeNull();
    expect((await read(ctx, { saved: 'none' })).bar.all.current).toBe(true);
    expect(opened(await read(ctx, { q: 'mail' }))).toBeNull();
    expect(opened(await read(ctx, {}, 'timeline'))).toBeNull();
    expect(opened(await read(ctx, { saved: team._id }))).toBe('The team’s');
    await ctx.settle();
    const user = await become(ctx, 'acme.user');
    expect(opened(await read(user))).toBe('The team’s');
    expect((await read(user)).bar.tabs.map(({ view }) => view.name)).toEqual(['The team’s']);
    const client = await become(ctx, 'acme.client');
    expect((await read(client)).bar.mayShare).toBe(false);
  },
);

asLeader(
  'what is not as it was saved can be saved, as what is open or anew; all tasks as a list cannot',
  async (ctx) => {
    expect((await read(ctx)).saving).toBeNull();
    expect((await read(ctx)).bar).toMatchObject({ tabs: [], all: { current: true }, mayShare: true });
    expect((await read(ctx, {}, 'timeline')).saving).toMatchObject({ view: null, unchanged: true });
    const anew = await read(ctx, { q: 'mail' });
    expect(anew.bar.all.current).toBe(false);
    expect(anew.saving).toMatchObject({ view: null, unchanged: false, shown: { layout: 'list', project_id: WEB } });
    const { _id: saved } = await make(ctx, 'Mine', { filter: 'status:2' });
    const named = await read(ctx, { saved });
    expect(named.saving).toMatchObject({ view: { _id: saved }, unchanged: false });
    expect(named.saving?.back).toContain(`saved=${saved}`);
  },
);

asLeader('a view leads to its layout and keeps the state of it, which the address may replace', async (ctx) => {
  await make(ctx, 'By week', { layout: 'calendar', span: 'week' });
  await make(ctx, 'Wide', { layout: 'timeline', zoom: 'year', is_default: true });
  const list = await read(ctx);
  const hrefs = Object.fromEntries(list.bar.tabs.map(({ view, href }) => [view.name, href]));
  expect(hrefs['By week']).toMatch(/^\/acme\/task\?project=WEB&view=calendar&.*span=week/);
  expect(hrefs.Wide).toMatch(/view=timeline.*zoom=year/);
  expect((await read(ctx, {}, 'timeline')).state).toMatchObject({ zoom: 'year' });
  expect((await read(ctx, {}, 'timeline', { zoom: 'day' })).state).toMatchObject({ zoom: 'day' });
  // A project has no tab for a calendar.
  const { bar } = await readViews(ctx, {
    ...{ search: {}, layout: 'list', projectId: WEB, filters: {}, state: {} },
    address: { path: '/acme/projectdetails', keep: { project: 'WEB', tab: 'tasks' } },
  });
  expect(bar.tabs.map(({ view, href }) => [view.name, /tab=(\w+)/.exec(href)?.[1]])).toEqual([['Wide', 'timeline']]);
});
