import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import '@/components/test/css';
import { showFrame } from '@/components/test/frame';
import { PROJECT } from '@/components/test/gallery/project';
import { taskDetail } from '@/components/test/gallery/task';
import { serveTaskPage, showTask } from '@/components/test/gallery/task-page';
import { navigation } from '@/components/test/navigation';
import { list, server } from '@/components/test/server';
import { chosenTheme } from '@/components/viewer/theme-choice';
import type { Found } from '@/lib/search/schema';

const press = (...keys: string[]) => userEvent.keyboard(keys.join(''));
const field = page.getByRole('combobox', { name: 'Search or jump to' });
const options = page.getByRole('option');
const active = page.getByCss('[role=option][aria-selected=true]');
const open = async () => {
  await press('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
};
/** Chooses what comes first for these words. */
const run = async (words: string, name: RegExp) => {
  await open();
  await field.fill(words);
  await expect.element(options.first()).toHaveAccessibleName(name);
  await press('{Enter}');
  await expect.element(field).not.toBeInTheDocument();
};
const found = (part: Partial<Found>): Found => ({
  ...{ kind: 'comment', _id: 'f-1', key: 'WEB-1', title: 'Paint the door', excerpt: '', imported: null },
  ...{ url: '/acme/taskpage?task=WEB-1#f-1', project_id: PROJECT._id, updated_at: '2026-11-20T10:00:00.000Z' },
  ...part,
});

test('what was written is found with its hit as text, and Enter opens it', async () => {
  server.on('GET search', ({ q }) =>
    list(q === 'wom' ? [found({ excerpt: 'The <mark>wombat</mark> is &lt;b&gt;secret&lt;/b&gt;.' })] : []),
  );
  await showFrame();
  await open();
  await press('wom');
  const option = page.getByRole('group', { name: 'Comments' }).getByRole('option');
  await expect.element(option).toHaveTextContent('The wombat is <b>secret</b>.');
  await expect.element(option.getByCss('mark')).toHaveTextContent('wombat');
  await expectAccessible(page.getByRole('dialog').element());
  await press('{Enter}');
  await expect.element(field).not.toBeInTheDocument();
  expect(navigation.url).toBe('/acme/taskpage?task=WEB-1');
  // And stands first the next time, until something is typed.
  await open();
  await expect
    .element(page.getByRole('group', { name: 'Recent' }).getByRole('option'))
    .toHaveTextContent('Paint the door');
  await field.fill('nothing is called so');
  await expect.element(page.getByText('Nothing matches “nothing is called so”.')).toBeVisible();
  await press('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
});

test('an answer that comes late is not shown for other words, and a search that fails says so', async () => {
  server.on('GET search', ({ q }) => list([found({ _id: q, title: `About ${q}`, kind: 'task' })]));
  await showFrame();
  const late = server.hold('GET search');
  await open();
  await field.fill('first');
  await late.reached;
  await field.fill('second');
  const tasks = page.getByRole('group', { name: 'Tasks' }).getByRole('option');
  await expect.element(tasks).toHaveTextContent('About second');
  late.release();
  await expect.element(tasks).toHaveTextContent('About second');
  server.refuse('GET search', 422, 'invalid', 'Not that.');
  await field.fill('third xyz');
  await expect.element(page.getByText('The search failed. Check your connection.')).toBeVisible();
});

test('arrows go around what is found and words narrow it; who it is for decides what is offered', async () => {
  server.on('GET search', () => list([]));
  await showFrame();
  await open();
  await expect.element(active).toBeInTheDocument();
  const first = options.first().element().textContent ?? '';
  const last = options.last().element().textContent ?? '';
  await press('{ArrowUp}');
  await expect.element(active).toHaveTextContent(last);
  await press('{ArrowDown}');
  await expect.element(active).toHaveTextContent(first);
  expect(field.element().getAttribute('aria-activedescendant')).toBe(active.element().id);
  await field.fill('web');
  await expect.element(active).toHaveTextContent(PROJECT.name);
  await press('{Enter}');
  expect(navigation.url).toBe('/acme/projectdetails?project=WEB');
  await open();
  await page
    .getByRole('option', { name: /^Dashboard/ })
    .first()
    .click();
  expect(navigation.url).toBe('/acme/dashboard');
  await run('logout', /^Logout/);
  await expect.element(page.getByRole('alertdialog', { name: 'Logout' })).toBeVisible();
});

test('a theme is chosen at once and kept in the account', async () => {
  server.on('GET search', () => list([]));
  server.onAny('PUT profile', (input) => input);
  await showFrame();
  await run('dark', /^Theme: Dark/);
  await expect.poll(chosenTheme).toBe('dark');
  expect(server.inputs('PUT profile')).toEqual([{ theme: 'dark' }]);
  server.refuse('PUT profile', 503, 'unavailable', 'Try again later.');
  await run('theme light', /^Theme: Light/);
  await expect.element(page.getByText(/was not saved in your account/)).toBeVisible();
  expect(chosenTheme()).toBe('light');
});

test('commands of the task in hand do what its letters do, and the focus comes back first', async () => {
  const { field: of } = await showTask(taskDetail(1));
  server.on('GET search', () => list([]));
  await run('priority', /^Priority/);
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.element(of('Priority')).toHaveFocus();
  await expect.element(of('Priority')).toHaveTextContent('High');
  await run('undo', /^Undo the last change/);
  await expect.element(of('Priority')).not.toHaveTextContent('High');
});

test('a task in a row is deleted and brought back, and one that is refused stays', async () => {
  const store = serveTaskPage([taskDetail(1)]);
  server.on('GET search', () => list([]));
  await showFrame(
    <div data-row="WEB-1">
      <a data-title="" href="/acme/taskpage?task=WEB-1">
        Task 1
      </a>
    </div>,
    { url: '/acme/task' },
  );
  const row = page.getByRole('link', { name: 'Task 1', exact: true });
  (row.element() as HTMLElement).focus();
  await run('delete task', /^Delete task/);
  await expect.element(page.getByText('WEB-1 was moved to the bin.')).toBeVisible();
  expect(store.task('t-1').deleted_at).not.toBeNull();
  await expect.element(row).toHaveFocus();
  await run('undo', /^Undo the last change/);
  await expect.element(page.getByText('WEB-1 is restored.')).toBeVisible();
  expect(store.task('t-1').deleted_at).toBeNull();
  server.refuse('DELETE task/{id}', 403, 'forbidden', 'Only the leader may delete it.');
  await run('delete task', /^Delete task/);
  await expect.element(page.getByText('WEB-1 was not deleted. Only the leader may delete it.')).toBeVisible();
});
