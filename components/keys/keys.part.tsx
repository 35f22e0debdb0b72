import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import '@/components/test/css';
import { showFrame } from '@/components/test/frame';
import { showBoard } from '@/components/test/gallery/board';
import { taskCard, taskDetail } from '@/components/test/gallery/task';
import { showTask } from '@/components/test/gallery/task-page';
import { navigation } from '@/components/test/navigation';
import { list, server } from '@/components/test/server';
import { setSingleKeys } from './single-keys';
import { SingleKeysChoice } from './single-keys-choice';

const press = (...keys: string[]) => userEvent.keyboard(keys.join(''));
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
  (here.element() as HTMLElement).focus();
  await press('?');
  const sheet = dialog('Keyboard');
  await expect.element(sheet.getByText('Go to Users')).toBeVisible();
  await expectAccessible();
  await sheet.getByRole('searchbox', { name: 'Find a key' }).fill('undo');
  await expect.element(sheet.getByText('Go to Users')).not.toBeInTheDocument();
  await expect.element(sheet.getByText('Undo the last change')).toBeVisible();
  await press('gpc');
  await expect.element(sheet.getByText('No key matches “undogpc”.')).toBeVisible();
  expect(navigation.all).toEqual([]);
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
  await showFrame(<input aria-label="Words" />, { singleKeys: false });
  await press('?');
  await noDialog();
  setSingleKeys(true);
  await page.getByRole('textbox', { name: 'Words' }).click();
  await press('g', 'p', 'c', '/');
  await expect.element(page.getByRole('textbox', { name: 'Words' })).toHaveValue('gpc/');
  expect(navigation.all).toEqual([]);
  await noDialog();
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
  (second.element() as HTMLElement).focus();
  await press('{F6}');
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
  await high.click();
  await page.getByRole('menuitemradio', { name: 'Testing' }).click();
  await expect.poll(() => store.stored).toMatchObject({ priority: 'high', status: 3 });
});

test('Shift M moves the card in hand to another project', async () => {
  server.onAny('GET projectList', () => list([]));
  await showBoard([taskCard(1)]);
  await press('j', '{Shift>}M{/Shift}');
  await expect.element(dialog('Move to another project')).toBeVisible();
});
