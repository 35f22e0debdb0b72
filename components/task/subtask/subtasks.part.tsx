import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { carry, lift, middleOf, touchScreen } from '@/components/test/finger';
import {
  editedLine,
  LEADER,
  NO_RIGHTS,
  OTHER_USER,
  PROJECT,
  taskCard,
  taskDetail,
  USER,
} from '@/components/test/gallery/records';
import { item, showTask } from '@/components/test/gallery/task-page';
import { dismiss, enter, expectAccessible, pickFrom, pressOn, server, undo } from '@/components/test/part';
import { textsOf } from '@/components/test/screen';
import { LimitNote } from '@/components/ui/form/limit-note';
import type { TaskCard } from '@/lib/task/schema';
import { wholly } from '@/lib/test/whole';

const under = (above: number) => ({ _id: `t-${above}`, key: `WEB-${above}`, title: `Task ${above}` });
const subtask = (number: number, part: Partial<TaskCard> = {}) => taskCard(number, { parent: under(1), ...part });
const ORDERED = [subtask(2), subtask(3), subtask(4)];

test('a subtask is made, ticked and taken back; what is refused goes back', async () => {
  const { screen, store } = await showTask(taskDetail(1, { subtasks: [subtask(2, { title: 'Buy ink' })] }));
  await screen.getByRole('button', { name: 'Complete WEB-2 Buy ink' }).click();
  await expect.element(screen.getByText('1 of 1 completed')).toBeVisible();
  await expect.poll(() => store.task('t-2').status).toBe(4);
  await undo();
  await expect.element(screen.getByText('0 of 1 completed')).toBeVisible();
  await expect.poll(() => store.task('t-2').status).toBe(1);

  const held = server.hold('POST Task');
  await screen.getByRole('button', { name: 'Add subtask' }).click();
  const field = screen.getByRole('textbox', { name: 'New subtask' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Made in passing{Enter}');
  await held.reached;
  held.release();
  const made = screen.getByRole('link', { name: 'Made in passing' });
  await expect.element(made).toBeVisible();
  expect(server.inputs('POST Task')).toMatchObject([{ parent_id: 't-1', title: 'Made in passing', status: 1 }]);
  await userEvent.keyboard('{Escape}');
  await undo();
  await expect.element(made).not.toBeInTheDocument();
  expect(store.task('t-3').deleted_at).not.toBeNull();

  await screen.getByRole('button', { name: 'Complete WEB-2 Buy ink' }).click();
  await expect.poll(() => store.task('t-2').status).toBe(4);
  server.refuseNext('POST changeTaskStatus', 403, 'forbidden', 'Not yours.');
  await screen.getByRole('button', { name: 'Reopen WEB-2 Buy ink' }).click();
  await expect.element(screen.getByText('WEB-2 was not changed. Not yours.')).toBeVisible();
  await expect.element(screen.getByText('1 of 1 completed')).toBeVisible();
  // An undo is of the change before.
  await undo();
  await expect.poll(() => store.task('t-2').status).toBe(1);
});

test('before the first subtask of a shared task it is asked if clients see it too, and remembered', async () => {
  const { screen } = await showTask(taskDetail(1, { audience: 'client' }));
  await screen.getByRole('button', { name: 'Add subtask' }).click();
  const field = screen.getByRole('textbox', { name: 'New subtask' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Given up{Enter}');
  const ours = screen.getByRole('button', { name: 'Only the team' });
  await expect.element(ours).toHaveFocus();
  await wholly(() => expectAccessible());
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('“Given up” was not added. Choose who sees it first.')).toBeVisible();
  await screen.getByRole('button', { name: 'Add subtask' }).click();
  await enter(field, 'For all');
  await screen.getByRole('button', { name: 'Clients too' }).click();
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: 'For all' }))
    .toHaveTextContent('Visible to client');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('For all as well{Enter}');
  await expect.element(screen.getByRole('link', { name: 'For all as well' })).toBeVisible();
  await ours.click();
  await enter(field, 'Ours');
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Ours' })).not.toHaveTextContent('Visible');
  expect(server.inputs('POST Task').map(({ audience }) => audience)).toEqual(['client', 'client', 'internal']);
});

test('Ctrl+Z leaves a subtask where somebody else has moved it since', async () => {
  const { screen, store } = await showTask(taskDetail(1, { subtasks: [subtask(2)] }));
  await screen.getByRole('button', { name: /^Complete WEB-2/ }).click();
  await expect.poll(() => store.task('t-2').status).toBe(4);
  store.changedByOther('t-2', { status: 3 });
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'WEB-2' })).toHaveTextContent('Testing');
  await undo();
  await expect
    .element(screen.getByText(/The change of WEB-2 was not undone.* The status is now Testing\./))
    .toBeVisible();
  expect(store.task('t-2').status).toBe(3);
});

test('what is below a subtask is unfolded level by level, and ticked there', async () => {
  const kitchen = taskCard(3, { title: 'Kitchen', parent: under(2), subtask_progress: { done: 0, total: 1 } });
  const cups = taskCard(4, { title: 'Wrap the cups', parent: under(3) });
  const packing = subtask(2, { title: 'Pack', subtask_progress: { done: 0, total: 1 } });
  const { screen, store } = await showTask(taskDetail(1, { subtasks: [packing] }), {
    others: [kitchen, cups].map((one) => taskDetail(one.number, one)),
  });
  const below = (key: string) => screen.getByRole('button', { name: new RegExp(`below ${key}$`) });
  await expect.element(below('WEB-2')).toHaveTextContent('0 of 1 below');
  await pressOn(below('WEB-2'), '{Enter}');
  await expect.element(below('WEB-2')).toHaveAttribute('aria-expanded', 'true');
  await below('WEB-3').click();
  await expect
    .element(screen.getByRole('list', { name: 'Below WEB-3' }).getByRole('link', { name: 'Wrap the cups' }))
    .toBeVisible();
  await expectAccessible(screen.getByRole('region', { name: /^Subtasks/ }));
  await screen.getByRole('button', { name: 'Complete WEB-4 Wrap the cups' }).click();
  await expect.element(screen.getByRole('button', { name: 'Reopen WEB-4 Wrap the cups' })).toBeVisible();
  store.changedByOther('t-3', { subtask_progress: { done: 1, total: 1 } });
  await expect.element(below('WEB-3')).toHaveTextContent('1 of 1 below');
  await undo();
  await expect.element(screen.getByRole('button', { name: 'Complete WEB-4 Wrap the cups' })).toBeVisible();
  await expect.poll(() => store.task('t-4').status).toBe(1);
  await below('WEB-2').click();
  await expect.element(screen.getByRole('list', { name: 'Below WEB-2' })).not.toBeInTheDocument();
});

test('subtasks have an order of their own, by keys and by drag; it is said and taken back', async () => {
  const { screen, store } = await showTask(taskDetail(1, { subtasks: ORDERED }));
  const region = screen.getByRole('region', { name: /^Subtasks/ });
  const rows = region.getByRole('listitem');
  const order = () => textsOf(region.getByRole('link', { name: /^Task/ }));
  const stored = () => store.stored.subtasks.map(({ title }) => title);
  const last = rows.nth(2).getByRole('link');
  await userEvent.keyboard('{Shift}');
  await expect.element(last).toHaveAttribute('aria-keyshortcuts', 'Alt+ArrowUp Alt+ArrowDown');
  await pressOn(last, '{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(order).toEqual(['Task 2', 'Task 4', 'Task 3']);
  await expect.element(rows.nth(1).getByRole('link')).toHaveFocus();
  await expect.element(screen.getByText('WEB-4 Task 4 is subtask 2 of 3.')).toBeInTheDocument();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(stored).toEqual(['Task 4', 'Task 2', 'Task 3']);
  await undo();
  await expect.poll(stored).toEqual(['Task 2', 'Task 4', 'Task 3']);
  await expect.poll(order).toEqual(stored());
  await userEvent.dragAndDrop(rows.nth(2), rows.first());
  await expect.poll(stored).toEqual(['Task 3', 'Task 2', 'Task 4']);
  await expect.poll(order).toEqual(stored());

  server.refuseNext('POST moveSubtask', 403, 'forbidden', 'Not yours.');
  await pressOn(rows.first().getByRole('link'), '{Alt>}{ArrowDown}{/Alt}');
  await expect.element(screen.getByText('WEB-3 was not moved. Not yours.')).toBeVisible();
  await expect.poll(order).toEqual(['Task 3', 'Task 2', 'Task 4']);
  // Where somebody else has changed the order since, it stays.
  const [two, three, four] = ORDERED as [TaskCard, TaskCard, TaskCard];
  store.partChangedByOther({ subtasks: [two, three, four] });
  await expect.poll(order).toEqual(['Task 2', 'Task 3', 'Task 4']);
  await undo();
  await expect
    .element(screen.getByText('WEB-3 was not moved. Somebody else changed the order in the meantime.'))
    .toBeVisible();
  expect(stored()).toEqual(['Task 2', 'Task 3', 'Task 4']);
});

test('by touch a subtask is carried above another; Escape, and the system, call that off', async () => {
  touchScreen();
  const { screen, store } = await showTask(taskDetail(1, { subtasks: ORDERED }));
  const rows = screen.getByRole('region', { name: /^Subtasks/ }).getByRole('listitem');
  await screen.getByRole('heading', { name: /^Subtasks/ }).click();
  await expect.element(rows.nth(2)).toHaveAttribute('draggable', 'true');
  rows.nth(2).element().scrollIntoView({ block: 'center' });
  const letGo = await lift(middleOf(rows.nth(2)), middleOf(rows.first()));
  await userEvent.keyboard('{Escape}');
  letGo();
  (await lift(middleOf(rows.nth(2)), middleOf(rows.first())))('touchcancel');
  expect(server.calls).not.toContain('POST moveSubtask');
  await carry(middleOf(rows.nth(1)), middleOf(rows.first()));
  await expect.poll(() => store.stored.subtasks.map(({ key }) => key)).toEqual(['WEB-3', 'WEB-2', 'WEB-4']);
  await expect.element(rows.first()).toHaveTextContent('WEB-3');
});

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

const NOT_CHANGED = 'The checklist was not changed. Somebody else changed it in the meantime.';

test('a line that somebody has ticked since it was written is not taken away by Ctrl+Z', async () => {
  const { screen, store, stored, lines } = await shown(taskDetail(1));
  await screen.getByRole('button', { name: 'Add line' }).click();
  await enter(screen.getByRole('textbox', { name: 'New checklist line' }), 'Buy ink');
  await expect.poll(stored).toEqual(['Buy ink']);
  await expect.element(lines.first()).toBeEnabled();
  const checklist_items = store.stored.checklist_items.map((one) => ({ ...one, done: true, version: 2 }));
  store.changedByOther('t-1', { checklist_items });
  await expect.element(lines.first()).toBeChecked();
  await undo();
  await expect.element(screen.getByText(NOT_CHANGED)).toBeVisible();
  expect(stored()).toEqual(['Buy ink']);
});

test('leaving the field adds what is written there; Enter that ends a composition adds nothing, an emptied text stays', async () => {
  const { screen, stored } = await shown();
  await screen.getByRole('button', { name: 'Add line' }).click();
  const field = screen.getByRole('textbox', { name: 'New checklist line' });
  await field.fill('Four');
  const composed = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true };
  field.element().dispatchEvent(new KeyboardEvent('keydown', composed));
  await expect.element(field).toHaveValue('Four');
  (field.element() as HTMLElement).blur();
  await expect.element(field).not.toBeInTheDocument();
  await expect.poll(stored).toEqual(['One', 'Two', 'Three', 'Four']);
  await screen.getByRole('button', { name: 'Edit One' }).click();
  await enter(screen.getByRole('textbox', { name: 'Text of One' }), ' ');
  await expect.element(screen.getByRole('button', { name: 'Edit One' })).toHaveFocus();
  expect(server.calls).not.toContain('PATCH checklistItem/{id}');
});

test('a line goes below the next one, and back unless somebody moved it since; the last one leaves its focus to the one before', async () => {
  const { screen, store, lines, titles, stored } = await shown();
  await pressOn(lines.first(), '{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(stored).toEqual(['Two', 'One', 'Three']);
  await expect.poll(titles).toEqual(stored());
  const checklist_items = [item(2, 'Two'), item(3, 'Three'), { ...item(1, 'One'), version: 3 }];
  store.changedByOther('t-1', { checklist_items });
  await expect.poll(titles).toEqual(['Two', 'Three', 'One']);
  await undo();
  await expect.element(screen.getByText(NOT_CHANGED)).toBeVisible();
  await expect.poll(titles).toEqual(['Two', 'Three', 'One']);
  expect(stored()).toEqual(titles());
  await screen.getByRole('button', { name: 'Remove One' }).click();
  await expect.element(screen.getByRole('checkbox', { name: 'Three' })).toHaveFocus();
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
  await pressOn(lines.nth(1), ' ');
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
  await enter(text, 'First');
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

test('the first line is the first one again by Ctrl+Z, whether it was moved down or removed', async () => {
  const { screen, lines, titles, stored } = await shown();
  await expect.element(lines.first()).toBeEnabled();
  await pressOn(lines.first(), '{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(stored).toEqual(['Two', 'One', 'Three']);
  await undo();
  await expect.poll(stored).toEqual(['One', 'Two', 'Three']);
  await expect.poll(titles).toEqual(stored());
  await screen.getByRole('button', { name: 'Remove One' }).click();
  await expect.poll(stored).toEqual(['Two', 'Three']);
  await undo();
  await expect.poll(stored).toEqual(['One', 'Two', 'Three']);
  await expect.poll(titles).toEqual(stored());
});

test('lines removed one after the other come back in their order, and what was changed of one before is taken back too', async () => {
  const { screen, lines, titles, stored, store } = await shown();
  await lines.first().click();
  await expect.poll(() => store.stored.checklist_items[0]?.done).toBe(true);
  for (const name of ['Remove One', 'Remove Two']) await screen.getByRole('button', { name }).click();
  await expect.poll(stored).toEqual(['Three']);
  for (const expected of [['Two', 'Three'], THREE.map(({ title }) => title)]) {
    await undo();
    await expect.poll(stored).toEqual(expected);
    await expect.poll(titles).toEqual(expected);
  }
  await undo();
  await expect.poll(() => store.stored.checklist_items[0]?.done).toBe(false);
  // Nobody needs to wait until it is stored before the line goes elsewhere.
  await screen.getByRole('button', { name: 'Remove One' }).click();
  await expect.poll(stored).toEqual(['Two', 'Three']);
  const late = server.hold('POST checklistItem');
  await undo();
  await late.reached;
  await pressOn(lines.first(), '{Alt>}{ArrowDown}{/Alt}');
  late.release();
  await expect.poll(stored).toEqual(['Two', 'One', 'Three']);
  await expect.poll(titles).toEqual(stored());
});

test('a line becomes a subtask, and a line again by Ctrl+Z, unless somebody else works on it by then', async () => {
  const { screen, stored, store } = await shown();
  let number = 1;
  server.on('POST checklistItemToTask/{id}', ({ id }) => {
    const { _id, parent } = { _id: 't-1', parent: { _id: 't-1', key: 'WEB-1', title: 'Task 1' } };
    number += 1;
    const made = store.add(taskCard(number, { title: 'Two', parent }));
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
  await screen.getByRole('button', { name: 'Make Two a subtask' }).click();
  await expect.element(screen.getByText('It is the subtask WEB-3 now.')).toBeVisible();
  store.write('t-3', { activity: [{ ...editedLine('a-1', 'title', 'Two', 'Theirs'), actor: OTHER_USER }] });
  await undo();
  await expect.element(screen.getByText(NOT_CHANGED)).toBeVisible();
  expect(store.task('t-3').deleted_at).toBeNull();
  expect(stored()).toEqual(['One', 'Three']);
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

const PAPER = taskDetail(2, { title: 'Choose the paper' });

const WAITS_FOR_PAPER = {
  _id: 't-2',
  key: 'WEB-2',
  title: 'Choose the paper',
  status: 1,
  relation: 'blocked_by',
} as const;

test('what a task is linked with already and what is below it is not offered again; its parent is of its project', async () => {
  const task = taskDetail(1, { dependencies: [WAITS_FOR_PAPER], subtasks: [subtask(3)] });
  const { screen, field } = await showTask(task, { others: [PAPER, taskDetail(4)] });
  const keys = () => textsOf(screen.getByRole('option')).map((words) => words?.match(/WEB-\d/)?.[0]);
  await field('Blocks').click();
  await expect.poll(keys).toEqual(['WEB-3', 'WEB-4']);
  await dismiss(screen.getByRole('combobox', { name: 'Find a task' }));
  await field('Parent').click();
  await expect.poll(keys).toEqual(['WEB-2', 'WEB-4']);
  expect(server.inputs('GET taskList').map((asked) => asked.project_id)).toEqual([undefined, PROJECT._id]);
});

test('who may only read a task finds its lines, its subtasks and what it waits for, and nothing to change them by', async () => {
  const parts = { checklist_items: THREE, subtasks: ORDERED, dependencies: [WAITS_FOR_PAPER] };
  const { screen } = await showTask(taskDetail(1, { ...parts, rights: NO_RIGHTS }), { as: 'observer' });
  await expect.element(screen.getByRole('checkbox', { name: 'One' })).toBeDisabled();
  const line = screen.getByRole('list', { name: 'Checklist' }).getByRole('listitem').first();
  await expect.element(line).toHaveAttribute('draggable', 'false');
  await expect.element(screen.getByRole('list', { name: 'Blocked by' })).toHaveTextContent('WEB-2');
  await expect.element(screen.getByRole('link', { name: 'Task 4' })).toBeVisible();
  for (const name of [/^(Edit|Remove|Make) /, /^(Complete|Reopen) /, /^Add /])
    expect(screen.getByRole('button', { name }).query(), String(name)).toBeNull();
});

test('a task is made to wait for another by keyboard, says so, and no longer does; both are taken back', async () => {
  const { screen, store, field } = await showTask(taskDetail(1), { others: [PAPER] });
  const blockers = screen.getByRole('list', { name: 'Blocked by' });
  await pressOn(field('Blocked by'), '{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'Blocked by' });
  const search = dialog.getByRole('combobox', { name: 'Find a task' });
  await search.fill('zzz');
  await expect.element(dialog.getByText('No task matches.')).toBeVisible();
  await search.fill('WEB');
  const choice = dialog.getByRole('option');
  await expect.element(choice).toHaveTextContent('WEB-2Choose the paper');
  await expect.element(choice).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(dialog);
  await userEvent.keyboard('{Enter}');
  await expect.element(blockers).toHaveTextContent('WEB-2 Choose the paper');
  await expect.element(field('Blocked by')).toHaveFocus();
  await expect.element(field('Status')).toHaveTextContent('Status: PendingBlocked');
  await undo();
  await expect.element(blockers).not.toBeInTheDocument();
  await expect.element(field('Status')).not.toHaveTextContent('Blocked');
  store.changedByOther('t-1', {
    dependencies: [{ _id: 't-2', key: 'WEB-2', title: 'Choose the paper', status: 1, relation: 'blocked_by' }],
  });
  await screen.getByRole('button', { name: 'Remove WEB-2 from Blocked by' }).click();
  await expect.element(blockers).not.toBeInTheDocument();
  await undo();
  await expect.element(blockers).toHaveTextContent('WEB-2');
});

test('the arrows point at a task and Enter chooses it; Enter before the answer takes the first that fits', async () => {
  const ink = taskDetail(3, { title: 'Choose the ink' });
  const { screen, field } = await showTask(taskDetail(1), { others: [PAPER, ink] });
  const search = screen.getByRole('combobox', { name: 'Find a task' });
  const options = screen.getByRole('option');
  await field('Blocks').click();
  await expect.poll(() => options.elements().length).toBe(2);
  expect(options.elements().map((one) => one.getAttribute('aria-selected'))).toEqual(['false', 'false']);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(search).toHaveAttribute('aria-activedescendant', options.elements()[1]?.id);
  const second = options.elements()[1]?.textContent?.slice(0, 5);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('list', { name: 'Blocks' })).toHaveTextContent(String(second));
  const answer = server.hold('GET taskList');
  await field('Parent').click();
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('paper{Enter}');
  answer.release();
  await expect.element(field('Parent')).toHaveTextContent('WEB-2 Choose the paper');
  // Who types on has not chosen yet.
  await field('Parent').click();
  await expect.poll(() => options.elements().length).toBeGreaterThan(0);
  const late = server.hold('GET taskList');
  await search.fill('choose');
  await late.reached;
  await userEvent.keyboard('{Enter} the ink');
  late.release();
  await expect.element(options).toHaveTextContent('Choose the ink');
  await dismiss(search);
  await expect.element(field('Parent')).toHaveTextContent('WEB-2 Choose the paper');
  expect(server.inputs('PATCH task/{id}')).toHaveLength(1);
});

test('a circle is refused, says why and leaves no step; a blocker that is done stays in its list', async () => {
  const { screen, store, field } = await showTask(taskDetail(1), { others: [PAPER] });
  await pickFrom(field('Priority'), 'High');
  await expect.poll(() => store.stored.priority).toBe('high');
  server.refuseNext('POST dependency', 409, 'conflict', 'They would wait for each other.');
  await field('Blocks').click();
  await screen.getByRole('option').click();
  await expect.element(screen.getByText('WEB-1 was not changed. They would wait for each other.')).toBeVisible();
  await undo();
  await expect.poll(() => store.stored.priority).toBe('none');
  const done = { _id: 't-2', key: 'WEB-2', title: 'Choose the paper', status: 4, relation: 'blocked_by' } as const;
  store.changedByOther('t-1', { dependencies: [done], blocked: undefined });
  await expect.element(screen.getByRole('list', { name: 'Blocked by' })).toHaveTextContent('WEB-2');
  await expect.element(field('Status')).not.toHaveTextContent('Blocked');
});

test('on a phone the folded fields say that the task waits', async () => {
  const { screen, store } = await showTask(taskDetail(1), { width: 390, height: 844 });
  const details = screen.getByRole('button', { name: /^Details/ });
  await expect.element(details).toHaveTextContent('Pending');
  store.changedByOther('t-1', { blocked: true });
  await expect.element(details).toHaveTextContent('Blocked');
  await expectAccessible(screen.getByRole('complementary', { name: 'Details' }));
  await details.click();
  await expect.element(screen.getByRole('button', { name: /^Priority: / })).toBeVisible();
});

test('one watches a task, or stops, and makes others watchers of it; Ctrl+Z takes it back', async () => {
  const { screen, store } = await showTask(taskDetail(1, { watchers: [LEADER], watching: true }));
  await screen.getByRole('button', { name: 'Stop watching' }).click();
  const watch = screen.getByRole('button', { name: 'Watch', exact: true });
  await expect.element(watch).toBeVisible();
  await undo();
  await expect.element(screen.getByRole('button', { name: 'Stop watching' })).toBeVisible();
  await screen.getByRole('button', { name: /^Watchers/ }).click();
  const dialog = screen.getByRole('dialog', { name: 'Watchers' });
  await dialog.getByRole('checkbox', { name: USER.name }).click();
  await expect.element(screen.getByRole('list', { name: 'Watchers' })).toHaveTextContent(USER.name);
  await wholly(() => expectAccessible(dialog));
  await dialog.getByRole('checkbox', { name: USER.name }).click();
  await expect.element(screen.getByRole('list', { name: 'Watchers' })).not.toBeInTheDocument();
  server.refuseNext('DELETE watchTask/{id}', 403, 'forbidden', 'Not now.');
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Stop watching' }).click();
  await expect.element(screen.getByText('WEB-1 was not changed. Not now.')).toBeVisible();
  await undo();
  await expect.element(screen.getByRole('list', { name: 'Watchers' })).toHaveTextContent(USER.name);
  expect(store.stored.watchers).toHaveLength(2);
});
