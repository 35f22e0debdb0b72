import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TryOutBoard } from '@/components/task/try-out/try-out-board';
import { TODAY } from '@/components/test/gallery/task';
import { enter, press, pressOn, undo } from '@/components/test/keys';
import { expectAccessible } from '@/components/test/part';
import { textsOf } from '@/components/test/screen';

/** The board without an account: what is done on it stays in the browser. */

const link = (title: string) => page.getByRole('link', { name: title, exact: true });
const titles = (column: string) => textsOf(page.getByRole('region', { name: column, exact: true }).getByRole('link'));

async function showTryOut() {
  await page.viewport(1360, 850);
  const screen = await render(<TryOutBoard today={TODAY} />);
  await expect.element(link('Book the room')).toBeVisible();
  return screen;
}

test('what is moved, written and called anew is there on the next visit, until one starts over', async () => {
  const { unmount } = await showTryOut();
  await expectAccessible();
  await pressOn(link('Proofread the invitation'), ' {ArrowRight} ');
  await expect.poll(() => titles('Completed')).toEqual(['Proofread the invitation', 'Book the room']);
  await page.getByRole('button', { name: 'New task in Backlogs' }).click();
  await enter(page.getByRole('textbox', { name: 'New task in Backlogs' }), 'Cut the film');
  await expect.poll(() => titles('Backlogs')).toEqual(['Film the opening speech', 'Cut the film']);
  await expect.element(page.getByRole('button', { name: 'Actions for TRY-9' })).toBeInTheDocument();
  await press('{Escape}');
  const dialog = page.getByRole('dialog', { name: 'TRY-7' });
  for (const [written, shown] of [
    ['Book the hall', 'Book the hall'],
    ['  ', 'Book the hall'],
  ] as const) {
    await page.getByRole('link', { name: /^Book the/ }).click();
    await enter(dialog.getByRole('textbox', { name: 'Title' }), written);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => titles('Completed')).toEqual(['Proofread the invitation', shown]);
  }
  await unmount();
  await render(<TryOutBoard today={TODAY} />);
  await expect.poll(() => titles('Completed')).toEqual(['Proofread the invitation', 'Book the hall']);
  expect(titles('Backlogs')).toEqual(['Film the opening speech', 'Cut the film']);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => titles('Completed')).toEqual(['Book the room']);
});

test('a menu offers what there is without others; what is deleted comes back to its place by Ctrl+Z', async () => {
  await showTryOut();
  const before = titles('Pending');
  await pressOn(link('Press Space on a task, then the arrow keys'), '.');
  const items = page.getByRole('menuitem');
  await expect.element(items.first()).toBeVisible();
  expect(textsOf(items).map((words) => words?.replace(/(Enter|[A-Z])$/, ''))).toEqual([
    ...['Open', 'Edit the title…', 'Due date…', 'Priority…', 'Move to…', 'Delete'],
  ]);
  await items.last().click();
  await expect.poll(() => titles('Pending')).toEqual([before[0], before[2]]);
  await undo();
  await expect.poll(() => titles('Pending')).toEqual(before);
});
