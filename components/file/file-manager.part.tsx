import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { beginUpload } from '@/components/file/upload/begin';
import { cancelUpload, getUploads } from '@/components/file/upload/queue';
import { aFile, aFolder, fileRecord, serveFiles } from '@/components/test/gallery/file';
import { CLIENT, LEADER, OTHER_PROJECT, OTHER_USER, PROJECT, USER } from '@/components/test/gallery/records';
import { dismiss, enter, finish, pressOn } from '@/components/test/keys';
import {
  expectAccessible,
  expectAccessibleInAll,
  expectLink,
  list,
  live,
  navigation,
  pickFrom,
  Refusal,
  server,
  textsOf,
} from '@/components/test/part';
import { type ShowOptions, show } from '@/components/test/show';
import { dropFiles, pasteFiles, textFile, uploads } from '@/components/test/uploads';
import { wholeTest } from '@/lib/test/whole';
import { FileManager } from './file-manager';
import { type FileItem, type FolderItem, type Item, parentOf } from './item';
import type { ManagerProps } from './manager-props';
import { FilePreview } from './preview/file-preview';

const FOLDER = aFolder(1, { name: 'Brand' });
const BRIEFING = aFile(1, { name: 'Briefing.md', type: 'text/markdown' });
const HOURS = aFile(2, { name: 'Hours.csv', type: 'text/csv' });
const LOGO = aFile(3, { name: 'Logo.bin', type: 'application/octet-stream' });
const ALL: Item[] = [FOLDER, BRIEFING, HOURS, LOGO];
const RIGHTS = { add: true, marks: true, client: false };

beforeEach(() => {
  const put = uploads.install();
  return () => {
    for (const { id } of getUploads()) void cancelUpload(id);
    put();
  };
});
afterEach(() => vi.restoreAllMocks());

async function manage(items: readonly Item[] = ALL, more: Partial<ManagerProps> = {}, options: ShowOptions = {}) {
  const files = serveFiles(items);
  server.on('GET fileComments/{id}', () => list([]));
  const place = more.place ?? { project: PROJECT, folder: null, path: [] };
  const here = items.filter((item) => more.q || parentOf(item) === null);
  const docs = here.filter((item): item is FileItem => item.kind === 'file');
  const props: ManagerProps = {
    place,
    url: { path: '/acme/file_manager', search: { project: PROJECT.key }, tab: false },
    sort: 'name',
    q: '',
    type: '',
    owner: '',
    me: LEADER._id,
    view: 'list',
    rights: RIGHTS,
    first: {
      folders: here.filter((item): item is FolderItem => item.kind === 'folder'),
      files: docs,
      total: docs.length,
      cursor: null,
      loadedAt: Date.now(),
    },
    opened: null,
    projects: [PROJECT, OTHER_PROJECT],
    use: { used_bytes: 1024, quota_bytes: 1_048_576, file_count: docs.length },
    binHref: '/acme/file_manager?view=bin',
    ...more,
  };
  const screen = await show(<FileManager {...props} />, {
    url: `/acme/file_manager?project=${PROJECT.key}`,
    ...options,
  });
  const name = (words: string) => screen.getByRole('rowheader').getByRole('link', { name: words, exact: true });
  return {
    screen,
    files,
    name,
    names: () => [...document.querySelectorAll('[data-name]')].map((one) => one.textContent),
    bar: page.getByRole('region', { name: 'Selection' }),
    menu: async (of: string, item: string) => {
      await pickFrom(page.getByRole('button', { name: `Actions for ${of}` }), item);
    },
    upload: (...chosen: File[]) =>
      userEvent.upload(page.elementLocator(document.querySelector('input[data-upload]') as Element), chosen),
  };
}

const undo = page.getByRole('button', { name: 'Undo' });
const dialog = page.getByRole('dialog');

/** What is downloaded instead of being downloaded. */
function downloads(): string[] {
  const all: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    all.push(this.href.replace(window.location.origin, ''));
  });
  return all;
}

test('J, K and the arrows walk the rows, X and Shift select, Ctrl+A takes all, Escape none', async () => {
  const { name, bar } = await manage();
  await pressOn(name('Brand'), 'j');
  await expect.element(name('Briefing.md')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}k');
  await expect.element(name('Hours.csv')).toHaveFocus();
  await userEvent.keyboard('x');
  await expect.element(bar).toHaveTextContent('1 selected');
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  await expect.element(bar).toHaveTextContent('2 selected');
  await expect.element(page.getByRole('checkbox', { name: 'Select Briefing.md' })).toBeChecked();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(bar).toHaveTextContent('4 selected');
  await expect.element(page.getByRole('checkbox', { name: 'Select all' })).toBeChecked();
  await expectAccessible();
  await dismiss(bar);
});

test('a press selects a row alone, Ctrl adds, Shift takes all between, a double press opens', async () => {
  server.onAny('GET fileContent/{id}', () => new Response('# Briefing'));
  const { screen, bar } = await manage();
  const size = (of: string) => screen.getByRole('row', { name: of }).getByRole('cell').nth(1);
  const chosen = () => [...document.querySelectorAll('[data-selected] [data-name]')].map((one) => one.textContent);
  await size('Briefing.md').click();
  await expect.poll(chosen).toEqual(['Briefing.md']);
  await size('Logo.bin').click({ modifiers: ['Control'] });
  await expect.poll(chosen).toEqual(['Briefing.md', 'Logo.bin']);
  await size('Brand').click();
  await size('Hours.csv').click({ modifiers: ['Shift'] });
  await expect.poll(chosen).toEqual(['Brand', 'Briefing.md', 'Hours.csv']);
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await expect.poll(chosen).toEqual([]);
  await size('Briefing.md').dblClick();
  await expect.element(page.getByRole('dialog', { name: 'Briefing.md' })).toBeVisible();
});

test('a frame that is drawn with the mouse selects what it touches, until the button is let go', async () => {
  await manage();
  const region = document.querySelector('[data-files]') as HTMLElement;
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-item]')].map((row) => row.getBoundingClientRect());
  const [last, one] = [rows.at(-1), rows.at(-2)];
  const at = (type: string, target: EventTarget, clientX: number, clientY: number, ctrlKey = false) =>
    target.dispatchEvent(
      new PointerEvent(type, { clientX, clientY, ctrlKey, bubbles: true, pointerType: 'mouse', button: 0 }),
    );
  const x = (last?.left ?? 0) + 200;
  const below = (last?.bottom ?? 0) + 60;
  const bar = page.getByRole('region', { name: 'Selection' });
  at('pointerdown', region, x, below);
  at('pointermove', document, x + 3, below - 3);
  await expect.element(bar).not.toBeInTheDocument();
  at('pointermove', document, x + 50, (last?.top ?? 0) + 10);
  await expect.element(bar).toHaveTextContent('1 selected');
  at('pointermove', document, x + 50, (one?.top ?? 0) + 10);
  await expect.element(bar).toHaveTextContent('2 selected');
  at('pointerup', document, x + 50, (one?.top ?? 0) + 10);
  at('pointermove', document, x, below);
  await page.getByRole('checkbox', { name: 'Select Brand' }).click();
  await expect.element(bar).toHaveTextContent('3 selected');
  // With Ctrl what was selected stays.
  await page.getByRole('checkbox', { name: 'Select Logo.bin' }).click();
  await expect.element(bar).toHaveTextContent('2 selected');
  at('pointerdown', region, x, below, true);
  at('pointermove', document, x + 50, (last?.top ?? 0) + 10);
  await expect.element(bar).toHaveTextContent('3 selected');
  at('pointerup', document, x + 50, (last?.top ?? 0) + 10);
});

test('the name is changed by F2 with its extension kept, refused with its reason, and given up by Escape', async () => {
  const { name, files } = await manage();
  await pressOn(name('Hours.csv'), '{F2}');
  const field = page.getByRole('textbox', { name: 'Name of Hours.csv' });
  await expect.element(field).toHaveFocus();
  await expectAccessible();
  server.refuse('PATCH file/{id}', 409, 'conflict', 'A file with this name exists.');
  await userEvent.keyboard('Times{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('A file with this name exists.');
  await expect.element(field).toHaveValue('Times.csv');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(name('Hours.csv')).toHaveFocus();

  server.on('PATCH file/{id}', (input) => ({
    ...files.put({ ...HOURS, name: `${input.name}`.replace('?', '_'), version: 2 }),
    notes: ['A question mark is not allowed in names.'],
  }));
  await userEvent.keyboard('{F2}Times?{Enter}');
  await expect.element(name('Times_.csv')).toHaveFocus();
  await expect.element(page.getByText('Saved as Times_.csv. A question mark is not allowed in names.')).toBeVisible();
  expect(server.inputs('PATCH file/{id}').at(-1)).toMatchObject({ id: 'f-2', version: 1, name: 'Times?.csv' });
  // Who leaves the field keeps what was written in it.
  await userEvent.keyboard('{F2}Days{Tab}');
  await expect.element(name('Days.csv')).toBeVisible();
});

test('“Move to…” walks folders and projects, cannot move to where it is, and Undo brings all back', async () => {
  const { files, names, bar } = await manage([...ALL, aFolder(2, { name: 'Inner', parent_id: 'd-1' })]);
  await page.getByRole('checkbox', { name: 'Select Briefing.md' }).click();
  await page.getByRole('checkbox', { name: 'Select Hours.csv' }).click();
  await bar.getByRole('button', { name: 'Move' }).click();
  await expect.element(dialog).toHaveAccessibleName('Move 2 items');
  await expect.element(dialog.getByRole('button', { name: 'Move here' })).toBeDisabled();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Brand' }).click();
  await dialog.getByRole('button', { name: 'Inner' }).click();
  await expect.element(dialog.getByText('There are no folders in here.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Up one folder' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect.poll(names).toEqual(['Brand', 'Logo.bin']);
  await expect.element(page.getByText('2 items moved to Brand.')).toBeVisible();
  expect([files.item('f-1'), files.item('f-2')]).toMatchObject([{ folder_id: 'd-1' }, { folder_id: 'd-1' }]);
  await undo.click();
  await expect.poll(names).toEqual(['Brand', 'Briefing.md', 'Hours.csv', 'Logo.bin']);
  expect(files.item('f-1')).toMatchObject({ folder_id: null });
});

test('what is moved to another project tells that clients lose it; a refused move changes nothing', async () => {
  const { menu, names } = await manage([{ ...BRIEFING, audience: 'client' }, HOURS]);
  server.on('PATCH file/{id}', (input) => ({ ...BRIEFING, ...input, version: 2, audience: 'internal' }) as FileItem);
  await menu('Briefing.md', 'Move to…');
  await dialog.getByRole('button', { name: 'Other project' }).click();
  await expectAccessible();
  await dialog.getByRole('button', { name: OTHER_PROJECT.name }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect.poll(names).toEqual(['Hours.csv']);
  await expect.element(page.getByText('What was visible to clients is internal there.')).toBeVisible();
  expect(server.inputs('PATCH file/{id}')).toMatchObject([
    { id: 'f-1', project_id: OTHER_PROJECT._id, folder_id: null },
  ]);

  server.refuse('PATCH file/{id}', 403, 'forbidden', 'Only members may put files there.');
  document.querySelector<HTMLElement>('[data-name]')?.focus();
  await userEvent.keyboard('m');
  await dialog.getByRole('button', { name: 'Other project' }).click();
  await dialog.getByRole('button', { name: 'The organisation’s files' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect.element(page.getByText('Hours.csv was not moved. Only members may put files there.')).toBeVisible();
  expect(names()).toEqual(['Hours.csv']);
});

test('rows are dragged onto a folder, onto a project of the tree, and cut and pasted by keys', async () => {
  const { files, names, name } = await manage();
  const row = (words: string) => page.getByRole('row', { name: words });
  await userEvent.dragAndDrop(row('Logo.bin'), row('Brand'));
  await expect.poll(names).toEqual(['Brand', 'Briefing.md', 'Hours.csv']);
  expect(files.item('f-3')).toMatchObject({ folder_id: 'd-1', project_id: PROJECT._id });
  const tree = page.getByRole('navigation', { name: 'Folders', exact: true });
  await userEvent.dragAndDrop(row('Brand'), tree.getByRole('link', { name: OTHER_PROJECT.name }));
  await expect.poll(names).toEqual(['Briefing.md', 'Hours.csv']);
  expect(files.item('d-1')).toMatchObject({ parent_id: null, project_id: OTHER_PROJECT._id });

  await pressOn(name('Hours.csv'), '{Control>}x{/Control}');
  await expect.poll(() => document.querySelectorAll('[data-cut]').length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelectorAll('[data-cut]').length).toBe(0);
  await userEvent.keyboard('{Control>}c{/Control}{Control>}v{/Control}');
  await expect.poll(names).toEqual(['Briefing.md', 'Hours.csv', 'Hours.csv']);
  expect(server.inputs('POST copyFile/{id}')).toMatchObject([{ id: 'f-2', folder_id: null, project_id: PROJECT._id }]);
});

test('Delete moves on to the next row, Undo brings the file back, even before it is answered; a refusal says why', async () => {
  const { name, names, files } = await manage();
  await pressOn(name('Briefing.md'), '{Delete}');
  await expect.poll(names).toEqual(['Brand', 'Hours.csv', 'Logo.bin']);
  await expect.element(name('Hours.csv')).toHaveFocus();
  await expect.element(page.getByText('“Briefing.md” is in the bin.')).toBeVisible();
  await undo.click();
  await expect.poll(names).toEqual(['Brand', 'Briefing.md', 'Hours.csv', 'Logo.bin']);

  const held = server.hold('DELETE file/{id}');
  await pressOn(name('Logo.bin'), '{Delete}');
  await held.reached;
  // From the last row to the one before.
  await expect.element(name('Hours.csv')).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  held.release();
  await expect.poll(() => files.all.some(({ _id }) => _id === 'f-3')).toBe(true);
  await expect.poll(names).toEqual(['Brand', 'Briefing.md', 'Hours.csv', 'Logo.bin']);

  server.refuse('DELETE file/{id}', 403, 'forbidden', 'Only its owner may.');
  await pressOn(name('Hours.csv'), '{Delete}');
  await expect.element(page.getByText('Hours.csv was not deleted. Only its owner may.')).toBeVisible();
  expect(names()).toContain('Hours.csv');
});

test('a key is about the row that has the focus, where that is none of those that are selected', async () => {
  const { name, names, bar } = await manage();
  await pressOn(name('Briefing.md'), 'x');
  await userEvent.keyboard('{ArrowDown}x{ArrowDown}');
  await expect.element(bar).toHaveTextContent('2 selected');
  await expect.element(name('Logo.bin')).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await expect.element(page.getByText('“Logo.bin” is in the bin.')).toBeVisible();
  expect(names()).toEqual(['Brand', 'Briefing.md', 'Hours.csv']);
  // Held down, it is not about the next row, which has the focus by now.
  await expect.element(name('Hours.csv')).toHaveFocus();
  const held = new KeyboardEvent('keydown', { key: 'Delete', repeat: true, bubbles: true, cancelable: true });
  name('Hours.csv').element().dispatchEvent(held);
  expect(server.inputs('DELETE file/{id}')).toHaveLength(1);
});

test('of several the first refusal ends the deletion, and Undo brings back only what was deleted', async () => {
  const { bar, names, files } = await manage();
  const remove = vi.fn(({ id }: { id: string }) => {
    if (id === 'f-2') throw new Refusal(403, 'forbidden', 'Only its owner may.');
    return { kind: 'file' as const, _id: id, name: 'Briefing.md' };
  });
  server.on('DELETE file/{id}', remove);
  for (const of of ['Briefing.md', 'Hours.csv', 'Logo.bin'])
    await page.getByRole('checkbox', { name: `Select ${of}` }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('“Briefing.md” is in the bin.')).toBeVisible();
  await expect.poll(names).toEqual(['Brand', 'Hours.csv', 'Logo.bin']);
  expect(remove).toHaveBeenCalledTimes(2);
  server.on('POST restoreFile', ({ _id }) => files.put({ ...BRIEFING, _id, version: 2 }));
  await undo.click();
  await expect.poll(names).toEqual(['Brand', 'Briefing.md', 'Hours.csv', 'Logo.bin']);
  expect(server.inputs('POST restoreFile')).toEqual([{ _id: 'f-1' }]);
});

test('one file leaves as it is, several and folders as one zip, and so does what is previewed', async () => {
  server.onAny('GET fileContent/{id}', () => new Response('', { status: 500 }));
  const { menu, bar, name } = await manage();
  const all = downloads();
  await menu('Hours.csv', 'Download');
  await menu('Brand', 'Download as zip');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar.getByRole('button', { name: 'Download' }).click();
  await pressOn(name('Hours.csv'), ' ');
  await expect.element(page.getByText('This file cannot be shown here')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).click();
  expect(all).toEqual([
    '/api/fileContent/f-2?download=1',
    '/api/zip?folder_ids=d-1',
    '/api/zip?file_ids=f-1%2Cf-2%2Cf-3&folder_ids=d-1',
    '/api/fileContent/f-2?download=1',
  ]);
});

test('sharing names the clients, marks the row once it is answered, and keeps its question after a refusal', async () => {
  const { menu } = await manage();
  server.onAny('GET projectMembers', () => list([USER, CLIENT].map((one) => ({ ...one, email: 'one@acme.test' }))));
  await menu('Briefing.md', 'Visible to clients');
  const question = page.getByRole('dialog', { name: 'Who sees “Briefing.md”' });
  await expect.element(question).toHaveTextContent(CLIENT.name);
  await expect.element(question).not.toHaveTextContent(USER.name);
  await expectAccessible();
  await question.getByRole('radio', { name: /the clients/ }).click();
  server.refuse('PATCH file/{id}', 409, 'conflict', 'Somebody changed this file meanwhile.');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect.element(question).toHaveTextContent('Somebody changed this file meanwhile.');
  await expect.element(question.getByRole('radio', { name: /the clients/ })).toBeChecked();
  const held = server.hold('PATCH file/{id}');
  server.on('PATCH file/{id}', ({ audience = 'internal' }) => ({ ...BRIEFING, audience, version: 2 }));
  await question.getByRole('button', { name: 'Save' }).click();
  await held.reached;
  const row = () => document.querySelector('[data-item="f-1"]')?.textContent;
  expect(row()).not.toContain('Visible to client');
  held.release();
  await expect.poll(row).toContain('Visible to client');
  await expect.element(question).not.toBeInTheDocument();
});

test('a new folder stands at once in the list and the tree; a name that is refused stays to be mended', async () => {
  const { name } = await manage();
  await page.getByRole('button', { name: 'New folder' }).click();
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  await expectAccessible();
  server.refuse('POST folder', 400, 'invalid', 'Check the name.', {
    errors: { name: ['The name must not be empty.'] },
  });
  await dialog.getByRole('button', { name: 'Create folder' }).click();
  await expect.element(dialog).toHaveTextContent('The name must not be empty.');
  server.on('POST folder', ({ name, project_id = null }) => ({
    ...aFolder(9, { name, project_id }),
    path: [],
    notes: [],
  }));
  await enter(dialog.getByLabelText('Name'), 'Sketches');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(name('Sketches')).toBeVisible();
  expect(server.inputs('POST folder').at(-1)).toEqual({ name: 'Sketches', project_id: PROJECT._id });
});

test('what others add, rename, delete and share is followed; what hangs on a task is not listed', async () => {
  const { files, names } = await manage();
  files.addedByOther(aFile(7, { name: 'Costs.txt' }));
  await expect.poll(names).toEqual(['Brand', 'Briefing.md', 'Costs.txt', 'Hours.csv', 'Logo.bin']);
  files.changedByOther('f-7', { name: 'Prices.txt' });
  files.addedByOther(aFile(8, { name: 'Attached.txt', task_id: 't-1' }));
  await expect.poll(names).toEqual(['Brand', 'Briefing.md', 'Hours.csv', 'Logo.bin', 'Prices.txt']);
  files.changedByOther('f-7', { folder_id: 'd-1' });
  await expect.poll(names).toEqual(['Brand', 'Briefing.md', 'Hours.csv', 'Logo.bin']);
  files.removedByOther('f-1');
  await expect.poll(names).toEqual(['Brand', 'Hours.csv', 'Logo.bin']);
});

test('a folder counts what is put into it and taken out, by oneself and by others', async () => {
  const { files, menu } = await manage([FOLDER, HOURS, LOGO]);
  const row = page.getByCss('[data-item="d-1"]');
  const amount = (words: string) => expect.element(row).toHaveTextContent(words);
  await amount('0 items');
  files.addedByOther(aFile(7, { folder_id: 'd-1' }));
  await amount('1 item');
  files.removedByOther('f-7');
  await amount('0 items');
  await menu('Hours.csv', 'Move to…');
  await dialog.getByRole('button', { name: 'Brand', exact: true }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await amount('1 item');
  await undo.click();
  await amount('0 items');
});

test('who may not change an item is offered neither its keys nor its menu', async () => {
  const none = { edit: false, share: false };
  const { bar, name, names } = await manage(
    ALL.map((item) => ({ ...item, rights: none })),
    { rights: { add: false, marks: false, client: false }, binHref: undefined },
    { as: 'observer' },
  );
  for (const refused of ['Upload', 'New folder', 'Bin'])
    expect(page.getByRole('main').getByText(refused, { exact: true }).elements()).toHaveLength(0);
  await pressOn(name('Briefing.md'), '{F2}m{Delete}{Control>}x{/Control}');
  expect(document.querySelectorAll('dialog, [role=dialog], [data-cut], tbody input:not([type=checkbox])')).toHaveLength(
    0,
  );
  dropFiles(document.querySelector('[data-files]') as Element, textFile('No.txt'));
  expect(uploads.all).toHaveLength(0);
  await userEvent.keyboard('x');
  await expect.element(bar.getByRole('button', { name: 'Download' })).toBeVisible();
  expect(bar.getByRole('button').elements()).toHaveLength(2);
  await page.getByRole('button', { name: 'Actions for Brand' }).click();
  await expect.element(page.getByRole('menuitem')).toHaveTextContent('Download as zip');
  await expectAccessible();
  expect(names()).toHaveLength(4);
});

test('a search tells where each item lies, whose a file is narrows the list, and an empty place says what goes there', async () => {
  const inner = aFile(5, { name: 'needle one.md', folder_id: 'd-1', folder_name: 'Brand' });
  const { screen } = await manage([inner, aFile(6, { name: 'needle two.md', uploaded_by: USER })], { q: 'needle' });
  const row = screen.getByRole('row', { name: 'needle one.md' });
  await expect.element(row).toHaveTextContent('in Website relaunch / Brand');
  await expect
    .element(row.getByRole('link', { name: 'Website relaunch / Brand' }))
    .toHaveAttribute('href', '/acme/file_manager?folder=d-1&project=WEB');
  await expectLink(screen.getByRole('link', { name: USER.name }), `/acme/file_manager?project=WEB&owner=${USER._id}`);
  await expect.element(page.getByRole('link', { name: 'Added by me' })).toBeVisible();
  screen.unmount();
  await manage([], { owner: OTHER_USER._id });
  await expect.element(page.getByText('No files match')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Added by somebody else' })).toBeVisible();
});

wholeTest('boxes are as large to press as they have to be, in rows and tiles', async () => {
  for (const view of ['list', 'grid'] as const) {
    const { screen, bar } = await manage(ALL, { view });
    const area = document.querySelector('[data-item] label:has(> input[type=checkbox])') as HTMLElement;
    const { width, height } = area.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await page.elementLocator(area).click({ position: { x: 2, y: 2 } });
    await expect.element(bar).toHaveTextContent('1 selected');
    await expectAccessible();
    screen.unmount();
  }
});

test('tiles are walked in lines by the arrows', async () => {
  await manage(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => aFile(number)),
    { view: 'grid' },
    { width: 700 },
  );
  const lines = getComputedStyle(document.querySelector('ul:has(> [data-item])') as Element).gridTemplateColumns;
  const names = [...document.querySelectorAll<HTMLElement>('[data-name]')];
  names[0]?.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(names[lines.split(' ').length]);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowUp}');
  expect(document.activeElement).toBe(names[1]);
});

const tray = page.getByRole('region', { name: 'Uploads' });
/** Whether the browser asks before the page is left. */
const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('files are sent to where one is, three at once, with progress; what has arrived is listed', async () => {
  const { upload, name } = await manage();
  await upload(...['One.txt', 'Two.txt', 'Three.txt', 'Four.txt'].map((one) => textFile(one, 'x'.repeat(2000))));
  await expect.element(tray).toHaveTextContent('Uploading 4 files');
  await expect.poll(() => uploads.all.map((one) => one.name)).toEqual(['One.txt', 'Two.txt', 'Three.txt']);
  expect(asksToStay()).toBe(true);
  expect(uploads.of('One.txt')?.place).toEqual({ project_id: PROJECT._id });
  uploads.of('One.txt')?.arrives(0.4);
  await expect
    .element(tray.getByRole('progressbar', { name: 'Upload of One.txt' }))
    .toHaveAttribute('aria-valuenow', '40');
  await expectAccessible();
  uploads.of('One.txt')?.answer(fileRecord(11, { name: 'One (2).txt' }));
  await expect.poll(() => uploads.of('Four.txt')).toBeTruthy();
  await expect.element(name('One (2).txt')).toBeVisible();
  await expect.element(tray).toHaveTextContent('Saved as One (2).txt.');
  for (const [at, one] of ['Two.txt', 'Three.txt', 'Four.txt'].entries())
    uploads.of(one)?.answer(fileRecord(20 + at, { name: one }));
  await expect.element(tray).toHaveTextContent('4 uploaded');
  expect(asksToStay()).toBe(false);
  await expect.element(name('Four.txt')).toBeVisible();
  await finish(tray, 'Close');
});

test('the tray goes when all has arrived, is closed at any time, comes back with a failure, and covers no bar', async () => {
  const { upload, bar } = await manage();
  await upload(textFile('One.txt'), textFile('Two.txt'));
  await expect.poll(() => uploads.of('Two.txt')).toBeTruthy();
  await finish(tray, 'Close');
  uploads.of('One.txt')?.refuse(413);
  await expect.element(tray).toHaveTextContent('1 failed');
  await page.getByRole('checkbox', { name: 'Select Hours.csv' }).click();
  await expect.element(bar).toBeVisible();
  const edge = (part: typeof tray) => part.element().getBoundingClientRect();
  await expect.poll(() => edge(tray).bottom <= edge(bar).top || edge(bar).bottom <= edge(tray).top).toBe(true);
  uploads.of('Two.txt')?.answer(fileRecord(12, { name: 'Two.txt' }));
  await finish(tray, 'Cancel One.txt');
  await upload(textFile('Three.txt'));
  await expect.poll(() => uploads.of('Three.txt')).toBeTruthy();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  uploads.of('Three.txt')?.answer(fileRecord(13, { name: 'Three.txt' }));
  await expect.element(tray).toHaveTextContent('1 uploaded');
  await userEvent.hover(tray);
  vi.advanceTimersByTime(60_000);
  await expect.element(tray).toBeVisible();
  await userEvent.unhover(tray);
  (document.activeElement as HTMLElement).blur();
  vi.advanceTimersByTime(5_000);
  await expect.element(tray).not.toBeInTheDocument();
});

test('an upload is paused, goes on, is refused with its reason, is cut and retried, and leaves nothing when cancelled', async () => {
  const { upload, names } = await manage();
  await upload(textFile('Film.txt', 'x'.repeat(1000)), textFile('Left.txt'));
  await expect.poll(() => uploads.all.length).toBe(2);
  uploads.of('Film.txt')?.arrives(0.5);
  await tray.getByRole('button', { name: 'Pause Film.txt' }).click();
  await expect.element(tray).toHaveTextContent('Paused at 50 %');
  expect(uploads.of('Film.txt')?.aborted).toBe(true);
  await tray.getByRole('button', { name: 'Cancel Left.txt' }).click();
  await expect.element(tray).not.toHaveTextContent('Left.txt');
  expect(uploads.of('Left.txt')?.aborted).toBe(true);

  await tray.getByRole('button', { name: 'Resume Film.txt' }).click();
  await expect.poll(() => uploads.all.length).toBe(3);
  uploads.of('Film.txt')?.refuse(409, 'The organisation’s storage is full.');
  await expect.element(tray).toHaveTextContent('The organisation’s storage is full.');
  await expect.element(tray).toHaveTextContent('1 failed');
  await expectAccessible();
  for (const [fail, words] of [
    [() => uploads.of('Film.txt')?.refuse(413), 'The file is too large.'],
    [() => uploads.of('Film.txt')?.cut(), 'The connection was cut. Try again.'],
  ] as const) {
    const { length } = uploads.all;
    await tray.getByRole('button', { name: 'Retry Film.txt' }).click();
    await expect.poll(() => uploads.all.length).toBe(length + 1);
    fail();
    await expect.element(tray).toHaveTextContent(words);
  }
  await tray.getByRole('button', { name: 'Retry Film.txt' }).click();
  await expect.poll(() => uploads.all.length).toBe(6);
  uploads.of('Film.txt')?.answer(fileRecord(11, { name: 'Film.txt' }));
  await expect.poll(names).toContain('Film.txt');
  expect(names()).not.toContain('Left.txt');
});

test('a name that exists is asked about: a new version, both, or neither', async () => {
  const { upload } = await manage();
  await upload(textFile('briefing.MD'), textFile('Fresh.txt'));
  await expect.element(dialog).toHaveAccessibleName('A file with this name exists');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Add as new version' }).click();
  await expect
    .poll(() => uploads.all.map(({ place }) => place))
    .toEqual([{ project_id: PROJECT._id, file_id: 'f-1' }, { project_id: PROJECT._id }]);
  await upload(textFile('Hours.csv'));
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect.poll(() => uploads.of('Hours.csv')?.place).toEqual({ project_id: PROJECT._id });
  const { length } = uploads.all;
  await upload(textFile('Logo.bin'), textFile('Other.txt'));
  await expect.element(dialog).toBeVisible();
  await dismiss(dialog);
  await tray.getByRole('button', { name: 'Cancel Hours.csv' }).click();
  await expect.poll(() => uploads.all.length).toBe(length + 1);
  expect([uploads.of('Other.txt') !== undefined, uploads.of('Logo.bin')]).toEqual([true, undefined]);
});

test('files dropped on a folder go into it, pasted ones here; without a connection nothing can be added', async () => {
  await manage();
  dropFiles(document.querySelector('[data-item="d-1"]') as Element, textFile('Dropped.txt'));
  await expect.poll(() => uploads.of('Dropped.txt')?.place).toEqual({ project_id: PROJECT._id, folder_id: 'd-1' });
  pasteFiles(document.body, textFile('Pasted.txt'));
  await expect.poll(() => uploads.of('Pasted.txt')?.place).toEqual({ project_id: PROJECT._id });
  server.setOnline(false);
  await expect.element(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  dropFiles(document.querySelector('[data-files]') as Element, textFile('Offline.txt'));
  pasteFiles(document.body, textFile('Offline.txt'));
  server.setOnline(true);
  await expect.element(page.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled();
  expect(uploads.of('Offline.txt')).toBeUndefined();
});

test('a large upload of an earlier page waits for the same file again', async () => {
  const kept = {
    name: 'Film.bin',
    size: 3,
    sent: 1,
    place: { project_id: PROJECT._id },
    where: 'Website',
    at: Date.now(),
  };
  localStorage.setItem('unfinished-uploads', JSON.stringify([kept, { ...kept, name: 'Old.bin', at: 0 }]));
  await manage();
  await expect.element(tray).toHaveTextContent('Stopped at 33 %. Choose the file again to go on.');
  await expect.element(tray).not.toHaveTextContent('Old.bin');
  const field = page.elementLocator(tray.element().querySelector('input') as Element);
  await userEvent.upload(field, textFile('Film.bin', 'four'));
  await expect.element(tray.getByRole('button', { name: 'Another file Film.bin again' })).toBeVisible();
  expect(uploads.all).toHaveLength(0);
  await userEvent.upload(field, textFile('Film.bin', 'abc'));
  await expect.poll(() => uploads.of('Film.bin')?.place).toEqual({ project_id: PROJECT._id });
});

const version = (number: number) => ({
  version_number: number,
  size: 10,
  type: 'text/plain',
  sha256: '0',
  uploaded_by: LEADER,
  created_at: '2026-11-02T09:00:00.000Z',
});

test('versions are listed and restored; a refused one changes nothing', async () => {
  let numbers = [2, 1];
  const { menu } = await manage([aFile(1, { name: 'Plan.txt', version_number: 2 })]);
  server.on('GET fileVersions/{id}', () => list(numbers.map(version)));
  await menu('Plan.txt', 'Versions');
  const versions = page.getByRole('dialog', { name: 'Versions of Plan.txt' });
  await expect.element(versions.getByRole('listitem').first()).toHaveTextContent(LEADER.name);
  await expectAccessibleInAll();
  server.refuse('POST restoreFileVersion/{id}', 403, 'forbidden', 'Not yours.');
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await expect.element(page.getByText('Nothing was changed. Not yours.')).toBeVisible();
  server.on('POST restoreFileVersion/{id}', ({ version_number }) => {
    numbers = [3, 2, 1];
    expect(Number(version_number)).toBe(1);
    return fileRecord(1, { name: 'Plan.txt', version_number: 3, version: 2 });
  });
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await expect.element(versions.getByRole('listitem').first()).toHaveTextContent('Version 3Newest');
  await userEvent.upload(
    page.elementLocator(document.querySelector('[data-new-version]') as Element),
    textFile('New.txt'),
  );
  await expect.poll(() => uploads.of('New.txt')?.place).toEqual({ file_id: 'f-1' });
  numbers = [4, 3, 2, 1];
  uploads.of('New.txt')?.answer(fileRecord(1, { name: 'Plan.txt', version_number: 4, version: 3 }));
  await expect.element(versions.getByRole('listitem').first()).toHaveTextContent('Version 4Newest');
  // A new version has its file's name.
  expect(page.getByText(/^Saved as/).query()).toBeNull();
});

test('who may not change a file reads its versions alone', async () => {
  const rights = { edit: false, share: false };
  const { menu } = await manage([aFile(1, { name: 'Plan.txt', version_number: 2, rights })]);
  server.on('GET fileVersions/{id}', () => list([2, 1].map(version)));
  await menu('Plan.txt', 'Versions');
  const versions = page.getByRole('dialog', { name: 'Versions of Plan.txt' });
  await expect.element(versions.getByRole('link', { name: 'Download version 1' })).toBeVisible();
  expect(versions.getByRole('button', { name: /Restore|Upload/ }).elements()).toHaveLength(0);
});

test.each([
  ['a task', { task_id: 't-1' }, ['Approval', 'Activity']],
  ['a comment', { task_id: 't-1', comment_id: 'c-1' }, ['Activity']],
  ['a request', { request_id: 'rq-1' }, ['Comments', 'Activity']],
  ['a message', { message_id: 'me-1' }, []],
])('the preview of a file of %s offers what is not done where it hangs', async (_, part, offered) => {
  server.onAny('GET fileContent/{id}', () => new Response('words'));
  const file = fileRecord(1, part);
  await show(<FilePreview file={file} files={[file]} onOpen={() => undefined} onDownload={() => undefined} />);
  const preview = page.getByRole('dialog', { name: file.name });
  await expect.element(preview.getByRole('button', { name: 'Download' })).toBeVisible();
  expect(textsOf(preview.getByRole('button', { name: /^(Comments|Approval|Activity|Versions)$/ }))).toEqual(offered);
});

test('people talk about a file beside its preview; the keys of the preview leave what is typed alone, and it is kept', async () => {
  server.onAny('GET fileContent/{id}', () => new Response('# Briefing'));
  const { name } = await manage([{ ...BRIEFING, audience: 'client' }, HOURS]);
  server.on('POST fileComments/{id}', ({ id, body, internal = true }) => {
    const made = { created_at: '2026-11-24T09:00:00.000Z', rights: { delete: true } };
    return { _id: 'fc-1', file_id: id, author: LEADER, body, internal, ...made };
  });
  await pressOn(name('Briefing.md'), ' ');
  const preview = page.getByRole('dialog', { name: 'Briefing.md' });
  await preview.getByRole('button', { name: 'Comments' }).click();
  const field = preview.getByRole('textbox', { name: 'Comment' });
  await field.fill('Too dear');
  await userEvent.keyboard('{ArrowRight}{ArrowLeft} ');
  await expect.element(preview).toBeVisible();
  await expectAccessible();
  await preview.getByRole('button', { name: 'Add note' }).click();
  await expect.element(field).toHaveValue('');
  await preview.getByRole('checkbox', { name: 'Visible to clients' }).click();
  await enter(field, 'Is this **it**?', '{Control>}{Enter}{/Control}');
  await expect
    .poll(() => server.inputs('POST fileComments/{id}').map(({ internal }) => internal))
    .toEqual([true, false]);
  await field.fill('Half a thought');
  await preview.getByRole('button', { name: 'Next file' }).click();
  await page.getByRole('button', { name: 'Previous file' }).click();
  await expect.element(field).toHaveValue('Half a thought');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('rowheader').getByRole('link', { name: 'Briefing.md' })).toHaveFocus();
});

const BRAND = { _id: 'd-1', name: 'Brand', audience: 'internal' as const };
const insideBrand = { project: PROJECT, folder: BRAND, path: [{ _id: 'd-0', name: 'Above' }] };

test('within a folder what is made, uploaded and pasted goes into it, and the way up stands above', async () => {
  const { upload, screen } = await manage([HOURS], { place: insideBrand });
  const way = screen.getByRole('navigation', { name: 'Folders above' });
  await expectLink(way.getByRole('link', { name: 'All files' }), '/acme/file_manager');
  await expectLink(way.getByRole('link', { name: PROJECT.name }), '/acme/file_manager?project=WEB');
  await expectLink(way.getByRole('link', { name: 'Above' }), '/acme/file_manager?project=WEB&folder=d-0');
  await expect.element(way.getByText('Brand')).toHaveAttribute('aria-current', 'page');
  await upload(textFile('Inside.txt'));
  await expect.poll(() => uploads.of('Inside.txt')?.place).toEqual({ project_id: PROJECT._id, folder_id: 'd-1' });
  await page.getByRole('button', { name: 'New folder' }).click();
  await enter(dialog.getByLabelText('Name'), 'Sketches');
  await expect
    .poll(() => server.inputs('POST folder'))
    .toEqual([{ name: 'Sketches', parent_id: 'd-1', project_id: PROJECT._id }]);
});

test('a folder is renamed, copied, shared with all in it, deleted and brought back', async () => {
  const { menu, names, name } = await manage([FOLDER, aFolder(2, { name: 'Plans' })]);
  await menu('Brand', 'Rename');
  await userEvent.keyboard('Looks{Enter}');
  await expect.element(name('Looks')).toHaveFocus();
  expect(server.inputs('PATCH folder/{id}')).toMatchObject([{ id: 'd-1', version: 1, name: 'Looks' }]);
  await menu('Plans', 'Copy to…');
  await expect.element(dialog.getByRole('button', { name: 'Looks' })).toBeVisible();
  // Nothing goes into itself.
  expect(dialog.getByRole('button', { name: 'Plans', exact: true }).query()).toBeNull();
  await dialog.getByRole('button', { name: 'Looks' }).click();
  await dialog.getByRole('button', { name: 'Copy here' }).click();
  await expect.element(page.getByText('“Plans” copied to Looks.')).toBeVisible();
  expect(server.inputs('POST copyFolder/{id}')).toEqual([{ id: 'd-2', parent_id: 'd-1', project_id: PROJECT._id }]);
  await menu('Plans', 'Visible to clients');
  await expect.element(dialog).toHaveTextContent('The same holds for everything in the folder.');
  await dialog.getByRole('radio', { name: /the clients/ }).click();
  await finish(dialog, 'Save');
  await expect.element(page.getByText('“Plans” is visible to clients now.')).toBeVisible();
  await menu('Plans', 'Delete');
  await expect.poll(names).toEqual(['Looks']);
  expect(server.inputs('DELETE folder/{id}')).toEqual([{ id: 'd-2' }]);
  await undo.click();
  await expect.poll(names).toEqual(['Looks', 'Plans']);
});

test('files with folders go into those of the same name, which are made where there are none', async () => {
  await manage([FOLDER, HOURS]);
  await beginUpload(
    [
      { file: textFile('a.txt'), folders: ['BRAND'] },
      { file: textFile('b.txt'), folders: ['Sites', 'Old'] },
      { file: textFile('c.txt'), folders: ['Sites', 'Old'] },
      { file: textFile('d.txt'), folders: [] },
      { file: textFile('e.txt'), folders: ['Old'] },
    ],
    { place: { project_id: PROJECT._id }, where: 'Website relaunch' },
    () => Promise.resolve(null),
  );
  const [sites, old, top] = server.inputs('POST folder');
  expect(server.inputs('POST folder')).toHaveLength(3);
  expect(sites).toEqual({ name: 'Sites', project_id: PROJECT._id });
  expect(top).toEqual({ name: 'Old', project_id: PROJECT._id });
  expect(old).toMatchObject({ name: 'Old', project_id: PROJECT._id });
  expect(getUploads().map(({ name, place, where }) => [name, place.folder_id, where])).toEqual([
    ['a.txt', 'd-1', 'Brand'],
    ['b.txt', 'd-102', 'Old'],
    ['c.txt', 'd-102', 'Old'],
    ['d.txt', undefined, 'Website relaunch'],
    ['e.txt', 'd-103', 'Old'],
  ]);
  expect(old?.parent_id).toBe('d-101');
});

test('a file of the same name that is somebody else’s gets no new version: both are kept, or none is sent', async () => {
  const theirs = { edit: false, share: false };
  const { upload } = await manage([HOURS, { ...BRIEFING, rights: theirs }]);
  await upload(textFile('Briefing.md'), textFile('Hours.csv'));
  await expect.element(dialog).toHaveAccessibleName('2 files with these names exist');
  await expect.element(dialog).toHaveTextContent('the existing files are not yours to change');
  expect(dialog.getByRole('button', { name: 'Add as new version' }).elements()).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect
    .poll(() => uploads.all.map(({ place }) => place))
    .toEqual([{ project_id: PROJECT._id }, { project_id: PROJECT._id }]);
});

test('by size, by change and by person files stand in both directions, folders by name before them', async () => {
  const files = [
    aFile(1, { name: 'A', size: 30, updated_at: '2026-11-02T09:00:00.000Z', uploaded_by: USER }),
    aFile(2, { name: 'B', size: 10, updated_at: '2026-11-04T09:00:00.000Z', uploaded_by: LEADER }),
  ];
  const added = aFile(3, { name: 'C', size: 20, updated_at: '2026-11-03T09:00:00.000Z', uploaded_by: OTHER_USER });
  for (const [sort, shown] of [
    ['size', 'Z B C A'],
    ['-size', 'Z A C B'],
    ['changed', 'Z A C B'],
    ['-changed', 'Z B C A'],
    ['uploaded_by', 'Z A C B'],
    ['-name', 'Z C B A'],
  ] as const) {
    const given = ['size', '-changed', '-name'].includes(sort) ? files.toReversed() : files;
    const { files: kept, names, screen } = await manage([aFolder(9, { name: 'Z' }), ...given], { sort });
    server.on('GET fileList', () => list([]));
    kept.addedByOther(added);
    await expect.poll(() => [sort, names().join(' ')]).toEqual([sort, shown]);
    screen.unmount();
  }
});

test('arrows lead from file to file in the preview, Space closes it, and what happened is told', async () => {
  server.onAny('GET fileContent/{id}', () => new Response('words'));
  server.onAny('GET fileActivity/{id}', () => list([]));
  const { name } = await manage();
  const preview = (of: string) => page.getByRole('dialog', { name: of });
  await pressOn(name('Briefing.md'), ' ');
  await expect.element(preview('Briefing.md')).toHaveTextContent('1 of 3');
  expect(navigation.url).toBe('/acme/file_manager?project=WEB&file=f-1');
  await expect.element(page.getByRole('button', { name: 'Previous file' })).toBeDisabled();
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
  await expect.element(preview('Hours.csv')).toBeVisible();
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}{Alt>}{ArrowLeft}{/Alt}');
  await expect.element(preview('Hours.csv')).toHaveTextContent('2 of 3');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(preview('Logo.bin')).toHaveTextContent('There is no preview of this kind of file');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('button', { name: 'Next file' })).toBeDisabled();
  const activity = page.getByRole('button', { name: 'Activity' });
  await activity.click();
  await expect.element(activity).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText('Nothing is known of it yet.')).toBeVisible();
  expect(server.inputs('GET fileActivity/{id}')).toMatchObject([{ id: 'f-3' }]);
  await activity.click();
  await expect.element(page.getByText('Nothing is known of it yet.')).not.toBeInTheDocument();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard(' ');
  await expect.element(preview('Logo.bin')).not.toBeInTheDocument();
  await expect.element(name('Logo.bin')).toHaveFocus();
  expect(navigation.url).toBe('/acme/file_manager?project=WEB');
});

test('rows that were cut are pasted once, with Undo; what hangs on nothing is not pasted', async () => {
  const { name } = await manage([HOURS, FOLDER], { place: { ...insideBrand, path: [] } });
  await pressOn(name('Hours.csv'), '{Control>}v{/Control}');
  expect(server.calls.filter((one) => one.startsWith('PATCH'))).toEqual([]);
  await userEvent.keyboard('{Control>}x{/Control}{Control>}v{/Control}{Control>}v{/Control}');
  await expect.element(page.getByText('“Hours.csv” moved to Brand.')).toBeVisible();
  expect(server.inputs('PATCH file/{id}')).toMatchObject([{ id: 'f-2', folder_id: 'd-1', project_id: PROJECT._id }]);
  await undo.click();
  await expect.poll(() => server.inputs('PATCH file/{id}')).toHaveLength(2);
  expect(server.inputs('PATCH file/{id}')[1]).toMatchObject({ id: 'f-2', folder_id: null, project_id: PROJECT._id });
});

test('an empty place says what goes there to who may add, and to others whom to ask', async () => {
  const first = await manage([]);
  await expect.element(page.getByRole('heading', { name: 'No files yet' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Upload files' })).toBeVisible();
  await first.screen.unmount();
  const team = await manage([], { rights: { ...RIGHTS, add: false } }, { as: 'observer' });
  await expect.element(page.getByText(/Your role can open and download files/)).toBeVisible();
  await team.screen.unmount();
  server.onAny('GET userList', () => list([]));
  await manage([], { rights: { add: false, marks: false, client: true } }, { as: 'client' });
  await expect.element(page.getByRole('heading', { name: 'Nothing is shared with you here' })).toBeVisible();
});

test('a finger that taps opens a file, one that rests selects it, and a tap adds to what is selected', async () => {
  server.onAny('GET fileContent/{id}', () => new Response('# Briefing'));
  const { bar } = await manage();
  const touch = (id: string, ...types: string[]) => {
    const cell = document.querySelector(`[data-item="${id}"] > td:nth-child(3)`);
    for (const type of types)
      cell?.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerType: 'touch' }));
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  touch('f-1', 'pointerdown');
  vi.advanceTimersByTime(500);
  touch('f-1', 'pointerup', 'click');
  vi.useRealTimers();
  await expect.element(bar).toHaveTextContent('1 selected');
  touch('f-2', 'pointerdown', 'pointerup', 'click');
  await expect.element(bar).toHaveTextContent('2 selected');
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  touch('f-1', 'pointerdown', 'pointerup', 'click');
  await expect.element(page.getByRole('dialog', { name: 'Briefing.md' })).toBeVisible();
});

test('what is narrowed by kind is read again as others change files, and so is all once many were changed', async () => {
  const { files, names } = await manage([BRIEFING, HOURS], { type: 'document' });
  // Whether a file is of that kind only the server says.
  server.on('GET fileList', () => list([HOURS]));
  files.addedByOther(aFile(7, { name: 'Costs.txt' }));
  await expect.poll(names).toEqual(['Hours.csv']);
  server.on('GET fileList', () => list([BRIEFING]));
  live.say(`private-project-${PROJECT._id}`, 'files.changed', { id: 'f-1', version: 1 });
  await expect.poll(names).toEqual(['Briefing.md']);
});

test('a name that exists in a folder below is free here; one on a later page of the answer is not', async () => {
  const { upload } = await manage([...ALL, aFile(9, { name: 'Inner.txt', folder_id: 'd-1' })]);
  await upload(textFile('Inner.txt'));
  await expect.poll(() => uploads.of('Inner.txt')?.place).toEqual({ project_id: PROJECT._id });
  server.on('GET fileList', ({ cursor }) => (cursor ? list([HOURS]) : list([BRIEFING], { next_cursor: 'more' })));
  await upload(textFile('Hours.csv'));
  await expect.element(dialog).toHaveAccessibleName('A file with this name exists');
  await dismiss(dialog);
});

test('on a phone the menu makes folders and takes photos, with the reason why not while offline', async () => {
  await manage(ALL, {}, { width: 390, height: 844 });
  const more = page.getByRole('button', { name: 'More actions' });
  const item = (name: string) => page.getByRole('menuitem', { name });
  server.setOnline(false);
  await expect.element(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  await more.click();
  await expect.element(item('New folder')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(item('Take photo')).toHaveTextContent('You are offline. Uploads need a connection.');
  await dismiss(page.getByRole('menu'));
  server.setOnline(true);
  await expect.element(page.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled();
  await pickFrom(more, 'New folder');
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
});
