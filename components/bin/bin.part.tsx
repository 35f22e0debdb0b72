import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FileBin } from '@/components/file/bin/file-bin';
import { LEADER, MADE_AT, PROJECT } from '@/components/test/gallery/records';
import { dismiss, expectAccessible, navigation, server, show } from '@/components/test/part';
import type { BinnedRecord } from '@/lib/bin/schema';
import type { BinnedItem } from '@/lib/folder/schema';
import { BinList } from './bin-list';

const NOW = Date.parse('2026-11-24T09:00:00.000Z');
const BINNED = { deleted_by: LEADER, deleted_at: MADE_AT, removed_at: '2026-11-28T09:00:00.000Z' };
const BOTH = { restore: true, purge: true };
const TASK: BinnedRecord = {
  ...{ ...BINNED, kind: 'task', _id: 't-1', key: 'WEB-1', name: 'Paint the door', project: PROJECT },
  ...{ task_count: null, rights: BOTH },
};
const HALL: BinnedRecord = {
  ...{ ...BINNED, kind: 'project', _id: 'p-1', key: 'HALL', name: 'Great hall', project: null },
  ...{ task_count: 3, rights: BOTH },
};
const PLAN: BinnedItem = {
  ...{ ...BINNED, kind: 'file', _id: 'f-1', name: 'Plan.txt', size: 2048, type: 'text/plain' },
  ...{ project_id: PROJECT._id, file_count: null, rights: BOTH },
};
const FOLDER: BinnedItem = { ...PLAN, kind: 'folder', _id: 'd-1', name: 'Old', size: null, type: null, file_count: 2 };

const row = (words: string) => page.getByRole('listitem').filter({ hasText: words });
const question = page.getByRole('alertdialog');
const press = (words: string, button: RegExp) => row(words).getByRole('button', { name: button }).click();

test('a task or project comes back from the bin and draws the page anew; a refusal says why', async () => {
  server.onAny('POST restoreTask', () => ({}));
  server.onAny('POST restoreProject', () => ({}));
  await show(<BinList docs={[TASK, HALL]} now={NOW} />);
  await expect.element(row('Paint the door')).toHaveTextContent(PROJECT.name);
  await expect.element(row('Paint the door')).toHaveTextContent('4 days left');
  await expect.element(row('Great hall')).toHaveTextContent('3 tasks');
  await expectAccessible();
  server.refuseNext('POST restoreTask', 409, 'conflict', 'Its project is in the bin.');
  await press('Paint the door', /^Restore/);
  await expect.element(page.getByText('WEB-1 was not restored. Its project is in the bin.')).toBeVisible();
  expect(navigation.refreshes).toBe(0);
  await press('Paint the door', /^Restore/);
  await expect.poll(() => navigation.refreshes).toBe(1);
  await press('Great hall', /^Restore/);
  await expect.poll(() => navigation.refreshes).toBe(2);
  expect(server.calls).toEqual(['POST restoreTask', 'POST restoreTask', 'POST restoreProject']);
});

test('a task is removed for good after one question; who may do neither is offered neither', async () => {
  server.onAny('DELETE binnedTask/{id}', () => ({}));
  const { showAgain } = await show(<BinList docs={[TASK]} now={NOW} />);
  await press('Paint the door', /^Delete permanently/);
  await expect.element(question).toHaveTextContent('“Paint the door” is removed with its comments and history.');
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expect.element(page.getByText('WEB-1 was deleted permanently.')).toBeVisible();
  expect(server.inputs('DELETE binnedTask/{id}')).toEqual([{ id: 't-1' }]);
  for (const rights of [
    { restore: true, purge: false },
    { restore: false, purge: false },
  ]) {
    await showAgain(<BinList docs={[{ ...TASK, rights }]} now={NOW} />);
    await expect.poll(() => row('Paint the door').getByRole('button').elements().length).toBe(rights.restore ? 1 : 0);
  }
});

test('a project is removed for good once its name or key was typed, whatever its case; a refusal keeps the question', async () => {
  server.onAny('DELETE binnedProject/{id}', () => ({}));
  await show(<BinList docs={[HALL]} now={NOW} />);
  await press('Great hall', /^Delete permanently/);
  const field = question.getByRole('textbox', { name: 'Type Great hall or HALL to confirm' });
  const remove = question.getByRole('button', { name: 'Delete permanently' });
  await expect.element(question).toHaveTextContent('The project is removed with its 3 tasks');
  await expect.element(remove).toBeDisabled();
  for (const [typed, may] of [
    ['Great', false],
    ['great HALL ', true],
    ['hal', false],
    ['hall', true],
  ] as const) {
    await field.fill(typed);
    await (may ? expect.element(remove).toBeEnabled() : expect.element(remove).toBeDisabled());
  }
  server.refuseNext('DELETE binnedProject/{id}', 403, 'forbidden', 'Only an admin may.');
  await remove.click();
  await expect.element(question).toHaveTextContent('Only an admin may.');
  expect(navigation.refreshes).toBe(0);
  await remove.click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByText(/HALL|Great hall/).last()).toHaveTextContent(/was deleted permanently/);
  expect(server.inputs('DELETE binnedProject/{id}')).toEqual([{ id: 'p-1' }, { id: 'p-1' }]);
  expect(navigation.refreshes).toBe(1);
});

test('files and folders come back from the bin or go for good; what one may not is not offered', async () => {
  server.onAny('POST restoreFile', () => ({}));
  server.onAny('DELETE binnedFile/{id}', () => ({}));
  const screen = await show(<FileBin docs={[PLAN, FOLDER]} now={NOW} />);
  await expect.element(row('Plan.txt')).toHaveTextContent('2 kB');
  await expect.element(row('Old')).toHaveTextContent('2 files come back with it');
  await expectAccessible();
  server.refuseNext('POST restoreFile', 409, 'conflict', 'The storage is full.');
  await press('Plan.txt', /^Restore/);
  await expect.element(page.getByText('Plan.txt was not restored. The storage is full.')).toBeVisible();
  expect(navigation.refreshes).toBe(0);
  await press('Plan.txt', /^Restore/);
  await expect.element(page.getByText('Plan.txt is restored.')).toBeVisible();
  expect(server.inputs('POST restoreFile')).toEqual([{ _id: 'f-1' }, { _id: 'f-1' }]);
  await press('Old', /^Delete permanently/);
  await expect.element(question).toHaveTextContent('The folder is removed with everything in it');
  await dismiss(question);
  expect(server.calls).not.toContain('DELETE binnedFile/{id}');
  await press('Old', /^Delete permanently/);
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expect.element(page.getByText('Old was deleted permanently.')).toBeVisible();
  expect(server.inputs('DELETE binnedFile/{id}')).toEqual([{ id: 'd-1' }]);
  expect(navigation.refreshes).toBe(2);
  await screen.showAgain(<FileBin docs={[{ ...PLAN, rights: { restore: false, purge: false } }]} now={NOW} />);
  await expect.element(row('Old')).not.toBeInTheDocument();
  expect(page.getByRole('list', { name: 'Deleted' }).getByRole('button').elements()).toHaveLength(0);
});
