import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '@/components/test/axe';
import { taskCard, taskDetail } from '@/components/test/gallery/task';
import { item, showTask } from '@/components/test/gallery/task-page';
import { server } from '@/components/test/server';
import { undo } from '@/components/test/undo';
import { LimitNote } from '@/components/ui/form/limit-note';

const THREE = [item(1, 'One'), item(2, 'Two'), item(3, 'Three')];
const withLines = (lines = THREE) => taskDetail(1, { checklist_items: lines });

async function shown(task = withLines()) {
  const page = await showTask(task);
  const lines = page.screen.getByRole('list', { name: 'Checklist' }).getByRole('checkbox');
  return {
    ...page,
    lines,
    titles: () => lines.elements().map((one) => one.getAttribute('aria-label')),
    stored: () => page.store.stored.checklist_items.map(({ title }) => title),
  };
}

test('lines are written one after the other; several pasted lines are several, without what marks them', async () => {
  const { screen, titles, stored, lines } = await shown(taskDetail(1));
  await screen.getByRole('button', { name: 'Add line' }).click();
  const field = screen.getByRole('textbox', { name: 'New checklist line' });
  await expect.element(field).toHaveFocus();
  const held = server.hold('POST checklistItem');
  await userEvent.keyboard('Choose the paper{Enter}');
  await expect.element(field).toHaveValue('');
  // Until it is stored it cannot be changed.
  await expect.element(lines.first()).toBeDisabled();
  held.release();
  await expect.element(lines.first()).toBeEnabled();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', '- [ ] Buy ink\n2. Ask the printer\n');
  field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await userEvent.keyboard('{Escape}');
  await expect.poll(titles).toEqual(['Choose the paper', 'Buy ink', 'Ask the printer']);
  await expect.poll(stored).toEqual(titles());
  await undo();
  await expect.poll(stored).toEqual(['Choose the paper']);
  await expect.poll(titles).toEqual(['Choose the paper']);
});

test('a line that is too long stays whole and says by how much, a flag counting once', async () => {
  await render(<LimitNote />);
  const { screen, titles } = await shown(taskDetail(1));
  await screen.getByRole('button', { name: 'Add line' }).click();
  const field = screen.getByRole('textbox', { name: 'New checklist line' });
  const line = `${'a'.repeat(199)}🇩🇪`;
  await field.fill(`${line}🇩🇪`);
  const note = page.getByText('This is 1 character too long: 200 fit.');
  await expect.element(note).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue(`${line}🇩🇪`);
  await field.fill(line);
  await expect.element(note).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(titles).toEqual([line]);
});

test('a line is ticked, renamed and moved by keyboard and mouse; Ctrl+Z takes each back in turn', async () => {
  const { screen, lines, titles, stored, store } = await shown();
  const list = screen.getByRole('list', { name: 'Checklist' });
  (lines.nth(1).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(screen.getByText('1 of 3 done')).toBeVisible();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(titles).toEqual(['Two', 'One', 'Three']);
  await expect.element(lines.first()).toHaveFocus();
  await expect.element(screen.getByText('Two is line 1 of 3.')).toBeInTheDocument();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(titles()).toEqual(['Two', 'One', 'Three']);
  await userEvent.dragAndDrop(list.getByRole('listitem').nth(2), list.getByRole('listitem').first());
  await expect.poll(stored).toEqual(['Three', 'Two', 'One']);
  await screen.getByRole('button', { name: 'Edit One' }).click();
  const text = screen.getByRole('textbox', { name: 'Text of One' });
  await expect.element(text).toHaveFocus();
  await text.fill('First');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Edit First' })).toHaveFocus();
  await expect.poll(stored).toEqual(['Three', 'Two', 'First']);
  await screen.getByRole('button', { name: 'Edit Two' }).click();
  await userEvent.keyboard('Never mind{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Edit Two' })).toHaveFocus();
  await expectAccessible(screen.getByRole('region', { name: /^Checklist/ }));
  for (const before of [
    ['Three', 'Two', 'One'],
    ['Two', 'One', 'Three'],
    ['One', 'Two', 'Three'],
  ]) {
    await undo();
    await expect.poll(stored).toEqual(before);
    await expect.poll(titles).toEqual(before);
  }
  await undo();
  await expect.poll(() => store.stored.checklist_items.some(({ done }) => done)).toBe(false);
});

test('a line is removed, and the message’s Undo puts it where it was; the focus goes to the next line', async () => {
  const { screen, lines, stored } = await shown(withLines([item(1, 'One'), item(2, 'Two', true), item(3, 'Three')]));
  await screen.getByRole('button', { name: 'Remove Two' }).click();
  await expect.poll(stored).toEqual(['One', 'Three']);
  await expect.element(screen.getByRole('checkbox', { name: 'Three' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stored).toEqual(['One', 'Two', 'Three']);
  await expect.element(lines.nth(1)).toBeChecked();
});

test('a line becomes a subtask, and a line again by Ctrl+Z', async () => {
  const { screen, stored, store } = await shown();
  server.on('POST checklistItemToTask/{id}', ({ id }) => {
    const { _id, parent } = { _id: 't-1', parent: { _id: 't-1', key: 'WEB-1', title: 'Task 1' } };
    const made = store.add(taskCard(2, { title: 'Two', parent }));
    const { checklist_items, subtasks } = store.stored;
    store.write(_id, {
      checklist_items: checklist_items.filter((one) => one._id !== id),
      subtasks: [...subtasks, made],
    });
    return made;
  });
  await screen.getByRole('button', { name: 'Make Two a subtask' }).click();
  await expect.element(screen.getByText('It is the subtask WEB-2 now.')).toBeVisible();
  const subtask = screen.getByRole('link', { name: 'Two', exact: true });
  await expect.element(subtask).toBeVisible();
  await expect.poll(stored).toEqual(['One', 'Three']);
  await undo();
  await expect.poll(stored).toEqual(['One', 'Two', 'Three']);
  await expect.element(subtask).not.toBeInTheDocument();
  expect(store.task('t-2').deleted_at).not.toBeNull();
});

test('what is refused goes back and says why; changes made meanwhile are sent one after the other', async () => {
  const { screen, lines, store, stored, titles } = await shown();
  const held = server.hold('PATCH checklistItem/{id}');
  await lines.first().click();
  await lines.nth(1).click();
  await expect.element(screen.getByText('2 of 3 done')).toBeVisible();
  expect(server.inputs('PATCH checklistItem/{id}')).toHaveLength(1);
  held.release();
  await expect.poll(() => store.stored.checklist_items.map(({ done }) => done)).toEqual([true, true, false]);
  server.refuseNext('DELETE checklistItem/{id}', 403, 'forbidden', 'Not now.');
  await screen.getByRole('button', { name: 'Remove Three' }).click();
  await expect.element(screen.getByText('The checklist was not changed. Not now.')).toBeVisible();
  await expect.poll(titles).toEqual(['One', 'Two', 'Three']);
  // A refused change leaves no step: the tick before it is taken back.
  await undo();
  await expect.poll(() => store.stored.checklist_items.map(({ done }) => done)).toEqual([true, false, false]);
  expect(stored()).toEqual(['One', 'Two', 'Three']);
});

test('what somebody else changed of a line since is not undone', async () => {
  const { screen, store, lines } = await shown();
  await screen.getByRole('button', { name: 'Edit One' }).click();
  await userEvent.keyboard('{Control>}a{/Control}Mine{Enter}');
  await expect.poll(() => store.stored.checklist_items[0]?.title).toBe('Mine');
  store.changedByOther('t-1', { checklist_items: [{ ...item(1, 'Theirs'), version: 9 }, ...THREE.slice(1)] });
  await expect.element(lines.first()).toHaveAccessibleName('Theirs');
  await undo();
  await expect
    .element(screen.getByText('The change of the checklist was not undone. Somebody else changed it in the meantime.'))
    .toBeVisible();
  expect(store.stored.checklist_items[0]?.title).toBe('Theirs');
});
