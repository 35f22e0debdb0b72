import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PROJECT } from '@/components/test/gallery/project';
import { enter, press, pressOn } from '@/components/test/keys';
import { expectAccessible, expectLink, live, message, navigation, server, show, textsOf } from '@/components/test/part';
import { setPageUrl } from '@/components/url/page-url';
import { RefreshAhead } from '@/components/url/refresh-ahead';
import { useRefresh } from '@/components/url/use-refresh';
import { wholly } from '@/lib/test/whole';
import type { ViewRecord } from '@/lib/view/schema';
import { keptFilters } from '@/lib/view/vocabulary';
import { SaveView } from './save-view';
import { ViewBar } from './view-bar';
import { ViewWatch } from './view-watch';

/** Saved views: kept from what is shown, changed, shared, ordered and deleted. */

const view = (part: Partial<ViewRecord> = {}): ViewRecord => ({
  ...{ filter: 'priority:urgent', sort: null, group: null, columns: [], swimlane: null },
  _id: 'v-1',
  name: 'Burning',
  layout: 'list',
  project_id: PROJECT._id,
  span: null,
  zoom: null,
  lanes: null,
  shared: false,
  is_default: false,
  position: 0,
  own: true,
  may_edit: true,
  version: 4,
  ...part,
});
const address = { path: '/acme/task', keep: { project: 'WEB' } };
const dialog = page.getByRole('dialog');
const SAVED = '/acme/task?project=WEB&saved=v-1&filter=priority:urgent';

type Saving = { unchanged?: boolean; mayShare?: boolean; layout?: ViewRecord['layout'] };

function saving(open: ViewRecord | null, { unchanged = false, mayShare = false, layout = 'list' }: Saving = {}) {
  const shown = { ...keptFilters({ filter: 'priority:urgent' }), layout, project_id: PROJECT._id };
  const rest = {
    view: open,
    unchanged,
    shown,
    state: { zoom: 'month' },
    address,
    back: '/acme/task?saved=v-1',
    mayShare,
  };
  return <SaveView {...rest} />;
}

test('what is shown is kept under a name, by keyboard; the page goes to it', async () => {
  await show(saving(null));
  await pressOn(page.getByRole('button', { name: 'Save as view' }), '{Enter}');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toBeVisible();
  await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
  await expectAccessible();
  server.refuse('POST view', 422, 'invalid', 'Check it.', { errors: { name: ['There is one of that name.'] } });
  await enter(name, 'Burning');
  await expect.element(name).toHaveAccessibleDescription(/There is one of that name\./);
  await expectAccessible();
  server.on('POST view', ({ name }) => view({ name }));
  await press('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs('POST view').at(-1)).toMatchObject({
    ...{ name: 'Burning', shared: false, layout: 'list', project_id: PROJECT._id, filter: 'priority:urgent' },
  });
  expect(navigation.url).toBe(SAVED);
  await expect.element(message('View Burning saved.')).toBeVisible();
});

test('who may share is asked whether the team sees it; what is heard of it while it is sent redraws nothing', async () => {
  server.on('POST view', ({ name }) => view({ name }));
  await show(
    <>
      {saving(null, { mayShare: true })}
      <ViewWatch projectId={PROJECT._id} />
    </>,
  );
  const held = server.hold('POST view');
  await page.getByRole('button', { name: 'Save as view' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Burning');
  await dialog.getByRole('checkbox', { name: 'Share with the team' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await held.reached;
  const told = () => live.say(`private-project-${PROJECT._id}`, 'view.changed', { id: 'v-1' });
  told();
  expect(navigation.refreshes).toBe(0);
  held.release();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs('POST view')).toMatchObject([{ shared: true }]);
  // One's own in another tab, and what others share.
  const before = navigation.refreshes;
  told();
  live.say('private-user-m-leader', 'view.changed', { id: 'v-2' });
  expect(navigation.refreshes).toBe(before + 2);
  // Columns and filters are of the organisation's fields, too.
  live.say('private-org-o-acme', 'fields.changed', { id: 'o-acme' });
  expect(navigation.refreshes).toBe(before + 3);
});

test('a changed view is saved or discarded; who may not change it keeps another one', async () => {
  const { showAgain } = await show(saving(view(), { unchanged: true }));
  expect(page.getByRole('button').elements()).toEqual([]);
  await showAgain(saving(view()));
  await expectLink(page.getByRole('link', { name: 'Discard changes' }), '/acme/task?saved=v-1');
  server.on('PATCH view/{id}', () => view());
  server.refuseNext('PATCH view/{id}', 409, 'conflict', 'Somebody changed it.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(message('Burning was not saved. Somebody changed it.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(message('View Burning saved.')).toBeVisible();
  expect(server.inputs('PATCH view/{id}').at(-1)).toMatchObject({ id: 'v-1', version: 4, filter: 'priority:urgent' });
  expect(navigation.refreshes).toBe(2);
  await showAgain(saving(view({ may_edit: false })));
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Save as view' })).toBeVisible();
});

test('of a timeline its zoom is kept as well, though nothing is read for another one', async () => {
  const url = (zoom: string) => `/acme/task?view=timeline&saved=v-1&zoom=${zoom}`;
  const kept = view({ layout: 'timeline', zoom: 'month' });
  const part = saving(kept, { unchanged: true, layout: 'timeline' });
  server.on('PATCH view/{id}', () => kept);
  await show(part, { url: url('month') });
  expect(page.getByRole('button').elements()).toEqual([]);
  window.history.replaceState(null, '', url('year'));
  await expect.element(page.getByRole('link', { name: 'Discard changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => server.inputs('PATCH view/{id}')).toMatchObject([{ id: 'v-1', zoom: 'year' }]);
});

function Zoom() {
  const refresh = useRefresh();
  const choose = () => {
    setPageUrl('/acme/task?view=timeline&zoom=year');
    refresh();
    refresh();
  };
  return (
    <button type="button" onClick={choose}>
      Zoom
    </button>
  );
}

test('where the address was changed alone, what is heard while the page is read is read after that', async () => {
  const part = (
    <>
      <RefreshAhead />
      <Zoom />
    </>
  );
  await show(part, { url: '/acme/task?view=timeline' });
  await page.getByRole('button', { name: 'Zoom' }).click();
  await expect.poll(() => navigation.refreshes).toBe(2);
});

const open = view();
const bar = (current = open) => {
  const others = [view({ _id: 'v-2', name: 'Mine too', layout: 'board' }), view({ _id: 'v-3', shared: true })];
  const tabs = [current, ...others].map((one) => ({ view: one, href: `/acme/task?saved=${one._id}` }));
  return <ViewBar tabs={tabs} current={current} all={{ href: '/acme/task', current: false }} mayShare />;
};
const options = page.getByRole('button', { name: 'Options of the view Burning' });
const choose = async (name: string) => {
  await options.click();
  await page.getByRole('menuitem', { name }).click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
};

test('the open view has a menu: renamed, shared, opened first and moved', async () => {
  const { showAgain } = await show(bar());
  await page.getByRole('button', { name: 'Saved views: Burning' }).click();
  const tab = (name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name });
  await expect.element(tab(/^Burning.*only for you/)).toHaveAttribute('aria-current', 'page');
  await expect.element(tab(/^Mine too.*only for you.*as a board/)).not.toHaveAttribute('aria-current');
  await expect.element(tab('All tasks')).not.toHaveAttribute('aria-current');
  await wholly(() => expectAccessible());
  await press('{Escape}');
  server.on('PATCH view/{id}', () => open);
  await options.click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await wholly(() => expectAccessible());
  expect(
    [...page.getByRole('menu').element().querySelectorAll('[role=menuitem]')].map((one) => one.textContent),
  ).toEqual(['Rename…', 'Share with the team', 'Open the project with this for me', 'Move right', 'Delete']);
  await press('{Escape}');
  await expect.element(options).toHaveFocus();
  await choose('Rename…');
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Burning');
  await wholly(() => expectAccessible());
  await enter(dialog.getByRole('textbox', { name: 'Name' }), 'On fire');
  await expect.element(dialog).not.toBeInTheDocument();
  await choose('Share with the team');
  await expect.element(message('The team sees Burning now.')).toBeVisible();
  await choose('Move right');
  await choose('Open the project with this for me');
  await expect.element(message('The list opens with Burning for you.')).toBeVisible();
  expect(server.inputs('PATCH view/{id}').map(({ id, version, ...changes }) => [id, version, changes])).toEqual([
    ['v-1', 4, { name: 'On fire' }],
    ['v-1', 4, { shared: true }],
    ['v-1', 4, { position: 1 }],
    ['v-1', 4, { is_default: true }],
  ]);
  // With one of the team no page of all tasks opens.
  await showAgain(bar(view({ shared: true, project_id: null })));
  await options.click();
  expect(textsOf(page.getByRole('menuitem'))).toEqual(['Rename…', 'Stop sharing', 'Move right', 'Delete']);
  await press('{Escape}');
  // Only who shared it takes it from the team.
  await showAgain(bar(view({ shared: true, project_id: null, own: false })));
  await options.click();
  expect(textsOf(page.getByRole('menuitem'))).toEqual(['Rename…', 'Move right', 'Delete']);
  await press('{Escape}');
  await showAgain(bar(view({ may_edit: false })));
  await expect.element(options).not.toBeInTheDocument();
});

test('a view of the team is moved to the left, no longer opened first, and taken from the team by who shared it', async () => {
  server.on('PATCH view/{id}', () => open);
  const second = view({ shared: true, is_default: true });
  const tabs = [view({ _id: 'v-0', name: 'First', shared: true }), second].map((one) => ({ view: one, href: '/acme' }));
  await show(<ViewBar tabs={tabs} current={second} all={{ href: '/acme/task', current: false }} mayShare />);
  await choose('Move left');
  await choose('Don’t open the project with this');
  await expect.element(message('The list opens with all tasks.')).toBeVisible();
  await choose('Stop sharing');
  await expect.element(message('Only you see Burning now.')).toBeVisible();
  expect(server.inputs('PATCH view/{id}').map(({ id: _, version: __, ...changes }) => changes)).toEqual([
    { position: 0 },
    { is_default: false },
    { shared: false },
  ]);
});

test('a deleted view is left, and brought back as it was', async () => {
  server.on('DELETE view/{id}', () => null as never);
  server.on('POST view', () => open);
  await show(bar(view({ is_default: true, sort: '-priority' })));
  await choose('Delete');
  await expect.poll(() => navigation.url).toBe('/acme/task');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => server.inputs('POST view'))
    .toMatchObject([{ name: 'Burning', filter: 'priority:urgent', sort: '-priority', is_default: true }]);
});
