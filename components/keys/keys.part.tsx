import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { showFrame } from '@/components/test/frame';
import { showBoard } from '@/components/test/gallery/board';
import { PROJECT, taskCard, taskDetail } from '@/components/test/gallery/records';
import { serveTaskPage, showTask } from '@/components/test/gallery/task-page';
import {
  dismiss,
  expectAccessible,
  list,
  message,
  navigation,
  pickFrom,
  press,
  pressOn,
  server,
} from '@/components/test/part';
import { showToast } from '@/components/ui/overlay/toast';
import { chosenTheme } from '@/components/viewer/theme-choice';
import type { Found } from '@/lib/search/schema';
import { showUndoable } from './show-undoable';
import { setSingleKeys } from './single-keys';
import { SingleKeysChoice } from './single-keys-choice';
import { useUndo } from './use-undo';

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const noDialog = () => expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

/** Presses in one turn: the second key of two comes in time on a slow machine too, and nothing comes between them. */
const pressAtOnce = async (...keys: string[]) => {
  for (const key of keys) {
    const on = document.activeElement ?? document.body;
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    for (let turn = 0; turn < 50; turn += 1) await null;
  }
};

test('G and V and a letter go to a place and to a view, for whoever has the place', async () => {
  await showFrame(
    <a href="/acme/task?view=board&project=WEB" data-view="board" onClick={(event) => event.preventDefault()}>
      Board
    </a>,
  );
  for (const [letter, place] of [
    ['p', 'project'],
    ['t', 'task'],
    ['f', 'file_manager'],
    ['u', 'userlist'],
    ['s', 'settings'],
    ['i', 'notifications'],
    ['d', 'dashboard'],
  ] as const) {
    await pressAtOnce('g', letter);
    expect(navigation.url).toBe(`/acme/${place}`);
  }
  await pressAtOnce('v', 'c');
  expect(navigation.url).toBe('/acme/task?view=calendar');
  const here = page.getByCss('[data-view=board]').element();
  let pressed = 0;
  here.addEventListener('click', () => pressed++);
  await pressAtOnce('v', 'b', 'g', 'x', 'd');
  expect([pressed, navigation.url]).toEqual([1, '/acme/task?view=calendar']);
  // A second key that comes late is none.
  await pressAtOnce('g');
  const late = new KeyboardEvent('keydown', { key: 't', bubbles: true, cancelable: true });
  Object.defineProperty(late, 'timeStamp', { value: performance.now() + 1_501 });
  document.body.dispatchEvent(late);
  expect(navigation.url).toBe('/acme/task?view=calendar');
});

test('a client has no keys to what it may not open or make', async () => {
  await showFrame(undefined, { as: 'client' });
  await pressAtOnce('g', 'u', 'g', 's', 'c');
  expect(navigation.all).toEqual([]);
  await press('?');
  const sheet = dialog('Keyboard');
  await expect.element(sheet.getByText('Go to Task')).toBeVisible();
  await expect.element(sheet.getByText('Go to Users')).not.toBeInTheDocument();
  await expect.element(sheet.getByText('New task', { exact: true })).not.toBeInTheDocument();
});

test('the sheet of keys narrows to what is typed, keeps letters to itself, and gives the focus back', async () => {
  await showFrame(<button type="button">Here</button>);
  const here = page.getByRole('button', { name: 'Here', exact: true });
  await pressOn(here, '?');
  const sheet = dialog('Keyboard');
  await expect.element(sheet.getByText('Go to Users')).toBeVisible();
  await expectAccessible();
  await sheet.getByRole('searchbox', { name: 'Find a key' }).fill('undo');
  await expect.element(sheet.getByText('Go to Users')).not.toBeInTheDocument();
  await expect.element(sheet.getByText('Undo the last change')).toBeVisible();
  await press('gpc');
  await expect.element(sheet.getByText('No key matches “undogpc”.')).toBeVisible();
  expect(navigation.all).toEqual([]);
  // Who presses the button of a message has not left the dialog.
  const onAction = vi.fn();
  showToast({ kind: 'info', text: 'Done.', action: { label: 'Undo', onAction } });
  await page.getByText('Undo', { exact: true }).click();
  await expect.poll(() => onAction.mock.calls.length).toBe(1);
  await expect.element(sheet).toBeVisible();
  await press('{Escape}');
  await noDialog();
  await expect.element(here).toHaveFocus();
});

test('single letters can be switched off: Ctrl K, F6 and arrows go on, letters do nothing', async () => {
  server.onAny('PUT profile', (input) => input);
  await showFrame(<SingleKeysChoice />);
  const choice = page.getByRole('checkbox', { name: /^Single-letter keys/ });
  await choice.click();
  expect(server.inputs('PUT profile')).toEqual([{ single_keys: false }]);
  await pressAtOnce('g', 'p', 'c', '?', '/');
  expect(navigation.all).toEqual([]);
  await noDialog();
  await press('{Control>}k{/Control}');
  await expect.element(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveFocus();
  await press('{Escape}');
  await noDialog();
  await choice.click();
  expect(server.inputs('PUT profile')).toHaveLength(2);
  await press('c');
  await expect.element(dialog('New task')).toBeVisible();
});

test('what was chosen in another browser holds here; a letter in a field is text', async () => {
  const screen = await showFrame(<input aria-label="Words" />, { singleKeys: false });
  await press('?');
  await noDialog();
  setSingleKeys(true);
  await page.getByRole('textbox', { name: 'Words' }).click();
  await press('g', 'p', 'c', '/');
  await expect.element(page.getByRole('textbox', { name: 'Words' })).toHaveValue('gpc/');
  expect(navigation.all).toEqual([]);
  await noDialog();
  // What was chosen here since may still be on its way to the account.
  await screen.unmount();
  await showFrame(undefined, { singleKeys: false });
  await press('?');
  await expect.element(dialog('Keyboard')).toBeVisible();
});

function Changes({ back }: { back: () => void }) {
  const remember = useUndo();
  return (
    <>
      <button type="button" onClick={() => showUndoable('It was changed.', remember(back))}>
        Change
      </button>
      <input aria-label="Words" />
      <input type="checkbox" aria-label="Box" />
    </>
  );
}

test('Ctrl Z takes back one change, and its message; in a field that of its text alone, and none with Shift', async () => {
  const back = vi.fn();
  await showFrame(<Changes back={back} />);
  const change = page.getByRole('button', { name: 'Change', exact: true });
  await change.click();
  await change.click();
  await expect.element(message('It was changed.')).toBeVisible();
  await pressOn(page.getByRole('textbox', { name: 'Words' }), '{Control>}z{/Control}');
  await pressOn(change, '{Control>}{Shift>}z{/Shift}{/Control}');
  expect(back).not.toHaveBeenCalled();
  await pressOn(page.getByRole('checkbox', { name: 'Box' }), '{Control>}z{/Control}');
  expect(back).toHaveBeenCalledTimes(1);
  await expect.element(message('It was changed.')).not.toBeInTheDocument();
});

test('who types on after the field has lost the focus changes nothing; a pause, Escape or an arrow ends the typing', async () => {
  let pressed = 0;
  await showFrame(
    <>
      <input aria-label="Words" />
      <button type="button" onClick={() => pressed++}>
        Beside
      </button>
    </>,
  );
  const words = page.getByRole('textbox', { name: 'Words' });
  await words.click();
  await press('now', '{Tab}', 'come and pick', '?');
  await noDialog();
  expect([pressed, navigation.all]).toEqual([0, []]);
  await press('{ArrowDown}', '?');
  await expect.element(dialog('Keyboard')).toBeVisible();
  await press('{Escape}');
  await noDialog();
  await words.click();
  await press('now', '{Tab}', ' ');
  expect(pressed).toBe(1);
});

test('F6 goes around the parts of the page and comes back to where it was; a dialog keeps the focus', async () => {
  await showFrame(
    <>
      <button type="button">First</button>
      <button type="button">Second</button>
    </>,
  );
  const second = page.getByRole('button', { name: 'Second' });
  const inside = (part: string) => expect.element(page.getByCss(`${part}:focus-within`)).toBeInTheDocument();
  await pressOn(second, '{F6}');
  await inside('nav');
  await press('{F6}');
  await inside('header');
  await press('{F6}');
  await expect.element(second).toHaveFocus();
  await press('{Shift>}{F6}{/Shift}');
  await inside('header');
  await press('?');
  await expect.element(dialog('Keyboard')).toBeVisible();
  await press('{F6}');
  await inside('[role=dialog]');
});

test('a menu that its letter opens while another one closes stays open, and keeps the focus; the sheet names the letters', async () => {
  const { field } = await showTask(taskDetail(1));
  const urgent = page.getByRole('menuitemradio', { name: 'Urgent' });
  await press('s');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await press('{Escape}');
  await expect.element(field('Status')).toHaveFocus();
  await press('p');
  await expect.element(urgent).toBeVisible();
  await pressAtOnce('Escape', 's');
  await expect.element(urgent).not.toBeInTheDocument();
  await expect.element(page.getByCss('[role=menu]:focus, [role=menu] :focus')).toBeInTheDocument();
  await press('{ArrowDown}');
  await expect.element(page.getByCss('[role=menuitemradio]:focus')).toBeInTheDocument();
  await press('{Escape}');
  await expect.element(field('Status')).toHaveFocus();
  await press('?');
  await expect.element(dialog('Keyboard')).toHaveTextContent('Edit the title');
});

test('a letter pressed in the moment in which a menu goes opens the next one, which stays', async () => {
  const { store } = await showTask(taskDetail(1));
  await press('s');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await press('{Escape}', 'p');
  const high = page.getByRole('menuitemradio', { name: 'High' });
  await expect.element(high).toBeVisible();
  const gone = new MutationObserver(() => {
    if (document.querySelector('[role=menu]')) return;
    gone.disconnect();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true, cancelable: true }));
  });
  gone.observe(document.body, { childList: true, subtree: true });
  await pickFrom(high, 'Testing');
  await expect.poll(() => store.stored).toMatchObject({ priority: 'high', status: 3 });
});

test('Shift M moves the card in hand to another project', async () => {
  server.onAny('GET projectList', () => list([]));
  await showBoard([taskCard(1)]);
  await press('j', '{Shift>}M{/Shift}');
  await expect.element(dialog('Move to another project')).toBeVisible();
});

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
  // And stands first the next time, once however often it was chosen, until something is typed.
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  await open();
  await expect.element(recent).toHaveTextContent('Paint the door');
  await press('{Enter}');
  await expect.element(field).not.toBeInTheDocument();
  await open();
  await expect.element(recent).toHaveTextContent('Paint the door');
  await field.fill('nothing is called so');
  await expect.element(page.getByText('Nothing matches “nothing is called so”.')).toBeVisible();
  await dismiss(field);
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

test('the palette copies the link of the page, clears its filter and exports its tasks', async () => {
  server.on('GET search', () => list([]));
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copied.mockRestore());
  const done: string[] = [];
  await showFrame(
    <>
      <button
        type="button"
        data-filters=""
        onKeyDown={({ key, shiftKey }) => key === 'f' && done.push(`f ${shiftKey}`)}
      >
        Filters
      </button>
      <button type="button" data-export="" onClick={() => done.push('exported')}>
        More
      </button>
    </>,
  );
  await run('copy link', /^Copy link to this page/);
  await expect.element(message('Link copied')).toBeVisible();
  expect(copied).toHaveBeenCalledWith(window.location.href);
  copied.mockRejectedValueOnce(new Error('refused'));
  await run('copy link', /^Copy link to this page/);
  await expect.element(message(`Your browser did not allow that. ${window.location.href}`)).toBeVisible();
  await run('clear the filter', /^Clear the filter/);
  await expect.poll(() => done).toEqual(['f true']);
  await run('export these', /^Export these tasks/);
  await expect.poll(() => done).toEqual(['f true', 'exported']);
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
  // What ran before does not run again.
  await expect.element(of('Priority')).toHaveFocus();
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
