import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { comment, editedLine } from '@/components/test/gallery/comment';
import { fileRecord, OTHER_USER, PROJECT, taskDetail, USER } from '@/components/test/gallery/records';
import { LABELS, showTask } from '@/components/test/gallery/task-page';
import { dismiss, enter, finish, pressOn, undo } from '@/components/test/keys';
import { expectAccessible, live, pasteFiles, pickFrom, uploads, writeInMarkdown } from '@/components/test/part';
import { list, Refusal, server } from '@/components/test/server';
import { wholly } from '@/lib/test/whole';

writeInMarkdown();

type Page = Awaited<ReturnType<typeof showTask>>;

async function makeHigh({ store, field }: Page) {
  await pickFrom(field('Priority'), 'High');
  await expect.poll(() => store.stored.priority).toBe('high');
}

const MEANWHILE = 'was not undone. Somebody else changed it in the meantime.';

test('Ctrl+Z takes back what was typed into the title as one change, then the description, and says so', async () => {
  const { screen, store, title, description } = await showTask(
    taskDetail(1, { title: 'Posters', description: 'In colour' }),
  );
  await screen.getByRole('button', { name: 'Edit description' }).click();
  await description.fill('In black and white');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(description).not.toBeInTheDocument();
  await expect.element(screen.getByText('In black and white')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Edit description' })).toHaveFocus();

  await title.fill('Flyers');
  await expect.poll(() => store.stored.title).toBe('Flyers');
  await enter(title, 'Banners');
  await expect.poll(() => store.stored.title).toBe('Banners');
  // In a field the key undoes its typing, which is saved a moment later.
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(title).toHaveValue('Flyers');
  await undo();
  await expect.element(title).toHaveValue('Posters');
  await expect.poll(() => store.stored.title).toBe('Posters');
  await expect.element(screen.getByText('The change of WEB-1 was undone.').first()).toBeVisible();
  await undo();
  await expect.element(screen.getByText('In colour')).toBeVisible();
  await expect.poll(() => store.stored.description).toBe('In colour');
});

test('what was undone of a title or description leaves what somebody else wrote since', async () => {
  const { screen, store, title } = await showTask(
    taskDetail(1, { title: 'Posters', description: 'one\n\ntwo\n\nthree' }),
  );
  await screen.getByRole('button', { name: 'Edit description' }).click();
  await screen.getByRole('textbox', { name: 'Description' }).fill('ONE\n\ntwo\n\nthree');
  store.write('t-1', { description: 'one\n\ntwo\n\nTHREE' });
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .element(screen.getByText('Saved together with what somebody else changed in the meantime.'))
    .toBeVisible();
  expect(store.stored.description).toBe('ONE\n\ntwo\n\nTHREE');
  await undo();
  await expect.poll(() => store.stored.description).toBe('one\n\ntwo\n\nTHREE');

  await enter(title, 'Flyers');
  await expect.poll(() => store.stored.title).toBe('Flyers');
  store.changedByOther('t-1', { title: 'Theirs' });
  await expect.element(title).toHaveValue('Theirs');
  await undo();
  await expect
    .element(screen.getByText('WEB-1 was not changed. Somebody else changed it in the meantime.'))
    .toBeVisible();
  expect(store.stored.title).toBe('Theirs');
});

test('each line of the history is taken back by itself and by the key, or says why it cannot be', async () => {
  const activity = [
    editedLine('a-4', 'title', 'Banners', 'Everything'),
    editedLine('a-3', 'due_date', null, '2031-01-31', 'set the due date to 31 January 2031'),
    editedLine('a-2', 'title', 'Posters', 'Banners'),
    editedLine('a-1', 'priority', 'none', 'high', 'set the priority to High'),
  ];
  const task = taskDetail(1, { title: 'Everything', priority: 'high', due_date: '2031-01-31', activity });
  const { screen, store, title } = await showTask(task);
  await screen.getByRole('tab', { name: 'Comments' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(screen.getByRole('tab', { name: 'History' })).toHaveFocus();
  const line = (words: RegExp) => screen.getByRole('button', { name: words });
  await line(/^Undo.*“Posters” to “Banners”/).click();
  await expect.element(screen.getByText('WEB-1 was not changed. The title changed again since.')).toBeVisible();
  expect(store.stored.title).toBe('Everything');

  const priority = line(/^Undo.*set the priority/);
  await expect.element(priority).toBeVisible();
  await pressOn(priority, '{Enter}');
  await expect
    .poll(() => store.stored)
    .toMatchObject({ priority: 'none', title: 'Everything', due_date: '2031-01-31' });
  await expect.element(screen.getByText('Undone: set the priority to High')).toBeInTheDocument();
  await line(/“Banners” to “Everything”/).click();
  await expect.element(title).toHaveValue('Banners');
  await expect.element(screen.getByRole('listitem').first()).toHaveTextContent('from “Everything” to “Banners”');
  await wholly(() => expectAccessible(screen.getByRole('tabpanel')));
  await undo();
  await expect.element(title).toHaveValue('Everything');
  await undo();
  await expect.poll(() => store.stored).toMatchObject({ priority: 'high', title: 'Everything' });
});

test('who may not change a task reads its history and is offered no undo', async () => {
  const activity = [editedLine('a-1', 'title', 'Posters', 'Task 1')];
  const { rights } = taskDetail(1);
  const { screen } = await showTask(taskDetail(1, { activity, rights: { ...rights, edit: false } }), {
    as: 'observer',
  });
  await screen.getByRole('tab', { name: 'Comments' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(screen.getByRole('tab', { name: 'History' })).toHaveFocus();
  await expect.element(screen.getByText(/changed the title/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Undo/ }).query()).toBeNull();
});

test('Ctrl+Z waits for the answer to what was changed last, and takes back nothing older', async () => {
  const activity = [editedLine('a-1', 'title', 'Flyers', 'Posters')];
  const shown = await showTask(taskDetail(1, { title: 'Posters', activity }));
  const { screen, store, title } = shown;
  await makeHigh(shown);
  let held = server.hold('PATCH task/{id}');
  await enter(title, 'Banners');
  await held.reached;
  await undo();
  held.release();
  await expect.element(title).toHaveValue('Posters');
  await expect.poll(() => store.stored).toMatchObject({ title: 'Posters', priority: 'high' });

  held = server.hold('POST undoActivity/{id}');
  await screen.getByRole('tab', { name: 'History' }).click();
  await screen.getByRole('button', { name: /^Undo.*to “Posters”/ }).click();
  await held.reached;
  await undo();
  held.release();
  await expect.poll(() => server.inputs('POST undoActivity/{id}')).toHaveLength(2);
  await expect.element(title).toHaveValue('Posters');
  await expect.poll(() => store.stored).toMatchObject({ title: 'Posters', priority: 'high' });

  held = server.hold('DELETE task/{id}');
  await screen.getByRole('button', { name: 'Delete task' }).first().click();
  await held.reached;
  await undo();
  held.release();
  await expect.element(screen.getByText('WEB-1 is restored.')).toBeVisible();
  await expect.element(screen.getByText('This task is in the bin.')).not.toBeInTheDocument();
  await expect.poll(() => store.stored).toMatchObject({ title: 'Posters', priority: 'high', deleted_at: null });

  // One that is refused leaves no step.
  server.refuseNext('DELETE task/{id}', 403, 'forbidden', 'Only the leader may do this.');
  await screen.getByRole('button', { name: 'Delete task' }).first().click();
  await expect.element(screen.getByText('WEB-1 was not deleted. Only the leader may do this.')).toBeVisible();
  await undo();
  await expect.poll(() => store.stored.priority).toBe('none');
});

test('a deleted task is brought back by the message’s button, and by Restore', async () => {
  const { screen, store } = await showTask(taskDetail(1, { status: 3 }));
  for (const back of ['Undo', 'Restore']) {
    await screen.getByRole('button', { name: 'Delete task' }).first().click();
    await expect.element(screen.getByText('WEB-1 was moved to the bin.').first()).toBeVisible();
    await expect.element(screen.getByText('This task is in the bin. It can be restored for 30 days.')).toBeVisible();
    expect(store.stored.deleted_at).not.toBeNull();
    await screen.getByRole('button', { name: back }).first().click();
    await expect.element(screen.getByText(/This task is in the bin/)).not.toBeInTheDocument();
    expect(store.stored).toMatchObject({ status: 3, deleted_at: null });
  }
});

test('Ctrl+Z takes back one’s own label alone, and leaves a priority that somebody else gave since', async () => {
  const shown = await showTask(taskDetail(1));
  const { screen, store, field } = shown;
  await field('Labels').click();
  await screen.getByRole('checkbox', { name: 'Own' }).click();
  await expect.poll(() => store.stored.labels).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  store.changedByOther('t-1', { labels: [...LABELS] });
  await expect.element(field('Labels')).toHaveTextContent('Theirs');
  await undo();
  await expect.element(field('Labels')).not.toHaveTextContent('Own');
  await expect.poll(() => store.stored.labels?.map(({ name }) => name)).toEqual(['Theirs']);

  await makeHigh(shown);
  store.changedByOther('t-1', { priority: 'urgent' });
  await expect.element(field('Priority')).toHaveTextContent('Urgent');
  await undo();
  await expect.element(screen.getByText(`The change of WEB-1 ${MEANWHILE} The priority is now Urgent.`)).toBeVisible();
  await expect.element(field('Priority')).toHaveTextContent('Urgent');
  expect(store.stored.priority).toBe('urgent');
});

test('boxes of the description are ticked where they are read, and taken back', async () => {
  const text = 'Before we open:\n\n- [ ] Buy ink\n- [x] Fold\n  - [ ] Twice';
  const shown = await showTask(taskDetail(1, { description: text }));
  const { screen, store } = shown;
  await makeHigh(shown);
  const box = (name: string) => screen.getByRole('checkbox', { name });
  await expect.element(box('Buy ink')).not.toBeChecked();
  await expect.element(box('Fold')).toBeChecked();
  await wholly(() => expectAccessible(screen.getByRole('region', { name: 'Description' })));
  await pressOn(box('Buy ink'), ' ');
  const inked = text.replace('[ ] Buy', '[x] Buy');
  await expect.poll(() => store.stored.description).toBe(inked);
  await expect.element(box('Buy ink')).toBeChecked();
  await expect.element(box('Buy ink')).toHaveFocus();
  // The line above it is somebody else’s by now; this one is where it was.
  const theirs = inked.replace('Fold', 'Fold all');
  store.write('t-1', { description: theirs });
  await box('Twice').click();
  await expect.poll(() => store.stored.description).toBe(theirs.replace('[ ] Twice', '[x] Twice'));
  await expect.element(box('Fold all')).toBeChecked();
  await undo();
  await expect.poll(() => store.stored.description).toBe(theirs);
  await undo();
  await expect.poll(() => store.stored.description).toBe(text.replace('Fold', 'Fold all'));
  await expect.element(box('Buy ink')).not.toBeChecked();
  expect(store.stored.priority).toBe('high');
});

test('a box of a comment is ticked and taken back; of two presses the first of which is refused, that alone is said', async () => {
  const comments = [
    comment(1, { body: '- [ ] Ask Priya' }),
    comment(2, { body: '- [ ] Not mine', author: OTHER_USER }),
  ];
  const shown = await showTask(taskDetail(1, { comments, comment_count: 2 }));
  const { screen, store } = shown;
  await makeHigh(shown);
  const box = (name: string) => screen.getByRole('checkbox', { name });
  server.refuseNext('PATCH comment/{id}', 403, 'forbidden', 'Not now.');
  const refused = server.hold('PATCH comment/{id}');
  await box('Ask Priya').click();
  await box('Ask Priya').click();
  refused.release();
  await expect.element(screen.getByText('“Ask Priya” was not ticked. Not now.')).toBeVisible();
  await expect.element(box('Ask Priya')).not.toBeChecked();
  const late = server.hold('PATCH comment/{id}');
  await box('Ask Priya').click();
  await late.reached;
  await undo();
  late.release();
  await expect.poll(() => store.stored.comments[0]?.body).toBe('- [ ] Ask Priya');
  await expect.element(box('Ask Priya')).not.toBeChecked();
  expect(store.stored.priority).toBe('high');
  expect(box('Not mine').query()).toBeNull();
});

test('Ctrl+Z takes a duplicate to the bin, unless somebody else works on it by then', async () => {
  const task = taskDetail(1, { title: 'Posters', description: 'Thick', checklist_items: [], due_date: '2031-01-31' });
  const { screen, store } = await showTask(task);
  server.on('POST duplicateTask/{id}', ({ title = '' }) => store.add(taskDetail(2, { title })));
  server.on('GET projectList', () => list([]));
  const open = screen.getByRole('button', { name: 'Duplicate' }).first();
  const dialog = screen.getByRole('dialog', { name: 'Duplicate task' });
  await open.click();
  await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  await expect.element(dialog.getByRole('checkbox', { name: 'Description' })).toBeChecked();
  await expect.element(dialog.getByRole('checkbox', { name: 'Dates' })).not.toBeChecked();
  expect(dialog.getByRole('checkbox').elements()).toHaveLength(2);
  await wholly(() => expectAccessible(dialog));
  await userEvent.keyboard('{Escape}');
  await expect.element(open).toHaveFocus();
  await open.click();
  await dialog.getByRole('checkbox', { name: 'Dates' }).click();
  await enter(dialog.getByRole('textbox', { name: 'Title' }), 'Flyers');
  await expect.element(screen.getByText('WEB-2 was made as a duplicate of WEB-1.')).toBeVisible();
  expect(server.inputs('POST duplicateTask/{id}')).toMatchObject([{ title: 'Flyers', take: ['description', 'dates'] }]);
  await expect.element(dialog).not.toBeInTheDocument();
  store.write('t-2', { activity: [{ ...editedLine('a-1', 'title', 'Flyers', 'Theirs'), actor: OTHER_USER }] });
  await undo();
  await expect.element(screen.getByText('WEB-2 was not deleted. Somebody else has changed it since.')).toBeVisible();

  server.on('POST duplicateTask/{id}', ({ title = '' }) => store.add(taskDetail(3, { title })));
  await open.click();
  await finish(dialog, 'Duplicate');
  await undo();
  await expect.poll(() => store.task('t-3').deleted_at).not.toBeNull();
});

test('a duplicate that is refused says why in its dialog and leaves no step', async () => {
  const shown = await showTask(taskDetail(1));
  const { screen, store } = shown;
  await makeHigh(shown);
  server.on('POST duplicateTask/{id}', () => {
    throw new Refusal(403, 'forbidden', 'The project is archived.');
  });
  await screen.getByRole('button', { name: 'Duplicate' }).first().click();
  const dialog = screen.getByRole('dialog', { name: 'Duplicate task' });
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect.element(dialog.getByText('The project is archived.')).toBeVisible();
  await dismiss(dialog);
  await undo();
  await expect.poll(() => store.stored.priority).toBe('none');
});

writeInMarkdown();

test('a title is saved on Enter, a moment after the last key and on leaving; an empty one is not, Escape gives it up', async () => {
  const { screen, store, title } = await showTask(taskDetail(1, { title: 'Posters' }));
  await enter(title, '  Posters   in\nA2 ');
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  expect(store.stored.title).toBe('Posters in A2');
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Posters in A2');
  await title.fill('Flyers');
  await expect.poll(() => store.stored.title).toBe('Flyers');
  await title.fill('Banners');
  await userEvent.tab();
  await expect.poll(() => store.stored.title).toBe('Banners');

  await enter(title, '   ');
  await expect.element(screen.getByText('A task needs a title.')).toBeVisible();
  await expect.element(title).toBeInvalid();
  await expectAccessible(screen.getByRole('article'));
  await userEvent.keyboard('{Escape}');
  await expect.element(title).toHaveValue('Banners');
  await expect.element(title).not.toBeInvalid();
  server.refuseNext('PATCH task/{id}', 403, 'forbidden', 'Only the leader may do this.');
  await enter(title, 'Stickers');
  await expect.element(screen.getByText('Only the leader may do this.')).toBeVisible();
  await expect.element(title).toHaveValue('Stickers');
  expect(store.stored.title).toBe('Banners');
  await userEvent.keyboard('{Escape}');
  await expect.element(title).toHaveValue('Banners');
  // What was typed last is not lost with the page.
  await title.fill('Cards');
  await screen.unmount();
  await expect.poll(() => store.stored.title).toBe('Cards');
});

test('what is being typed is not overwritten by what others change; both titles are shown and one is chosen', async () => {
  const { screen, store, title } = await showTask(taskDetail(1, { title: 'Posters' }));
  const both = screen.getByRole('alert').filter({ hasText: 'Somebody changed the title while you were writing.' });
  const collide = async (mine: string, theirs: string) => {
    const held = server.hold('GET task/{id}');
    store.changedByOther('t-1', { title: theirs });
    await enter(title, mine);
    await expect.element(both).toBeVisible();
    await expect.element(title).toHaveValue(mine);
    expect(store.stored.title).toBe(theirs);
    held.release();
  };
  await collide('Mine', 'Theirs');
  await expect.element(both).toHaveTextContent(/Theirs.*Mine/);
  await expectAccessible(both);
  await both.getByRole('button', { name: 'Take theirs' }).click();
  await expect.element(title).toHaveValue('Theirs');
  await expect.element(both).not.toBeInTheDocument();
  await collide('Mine again', 'Theirs again');
  await both.getByRole('button', { name: 'Use mine' }).click();
  await expect.element(title).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => store.stored.title).toBe('Mine again');

  // Heard of while somebody writes, it waits for them.
  await title.fill('Still wri');
  store.changedByOther('t-1', { status: 2 });
  await expect.element(screen.getByRole('button', { name: /^Status/ })).toHaveTextContent('In Process');
  await expect.element(title).toHaveValue('Still wri');
  await userEvent.keyboard('{Escape}');
});

test('of two titles sent one after the other the last one stays, in whatever time the answers come', async () => {
  const { screen, store, title } = await showTask(taskDetail(1, { title: 'Posters' }));
  const held = server.hold('PATCH task/{id}');
  await enter(title, 'Flyers');
  await held.reached;
  await enter(title, 'Banners');
  await expect.element(screen.getByText('Saving', { exact: true })).toBeVisible();
  held.release();
  await expect.poll(() => store.stored.title).toBe('Banners');
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  await expect.element(title).toHaveValue('Banners');
});

test('a description that was not saved is there again, and what others wrote since is in it', async () => {
  const task = taskDetail(1, { description: 'one\n\ntwo\n\nthree' });
  const first = await showTask(task);
  await first.screen.getByRole('button', { name: 'Edit description' }).click();
  const text = (page: typeof first) => page.screen.getByRole('textbox', { name: 'Description' });
  await expect.element(text(first)).toHaveFocus();
  expect(server.inputs('POST typing')).toEqual([{ task_id: 't-1' }]);
  live.say(`private-project-${PROJECT._id}`, 'typing', { task_id: 't-1', id: USER._id });
  await expect.element(first.screen.getByText(`${USER.name} is editing this too.`)).toBeVisible();
  await text(first).fill('ONE\n\ntwo\n\nthree');
  await wholly(() => expectAccessible(first.screen.getByRole('region', { name: 'Description' })));
  await first.screen.unmount();

  const again = await showTask({ ...task, version: 2, description: 'one\n\ntwo\n\nTHREE' });
  await again.screen.getByRole('button', { name: 'Continue editing' }).click();
  await expect.element(text(again)).toHaveValue('ONE\n\ntwo\n\nTHREE');
  await expect.element(again.screen.getByText(/Somebody changed the description since you began\./)).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => again.store.stored.description).toBe('ONE\n\ntwo\n\nTHREE');
  await expect.element(again.screen.getByRole('button', { name: 'Edit description' })).toHaveFocus();
  // Cancel gives it up.
  await again.screen.getByRole('button', { name: 'Edit description' }).click();
  await text(again).fill('Never mind');
  await again.screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(again.screen.getByRole('button', { name: 'Edit description' })).toBeVisible();
  expect(again.store.stored.description).toBe('ONE\n\ntwo\n\nTHREE');
});

test('a press edits the description where it was pressed, as rich text; links lead on; a pasted picture stands at the caret', async () => {
  onTestFinished(uploads.install());
  localStorage.removeItem('guildhall-editor');
  const id = '0190aaaa-0000-7000-8000-000000000001';
  const { screen, store, description } = await showTask(
    taskDetail(1, { description: 'Look [there](https://a.test) now' }),
  );
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener('click', stay);
  await screen.getByRole('link', { name: 'there' }).click();
  document.removeEventListener('click', stay);
  await expect.element(description).not.toBeInTheDocument();
  await screen.getByText('Look').click({ position: { x: 1, y: 10 } });
  await expect.element(screen.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await expect.element(description).toHaveFocus();
  await userEvent.keyboard('X');
  pasteFiles(description.element(), new File(['x'], 'plan.png', { type: 'image/png' }));
  await expect.element(description.getByRole('img', { name: 'plan.png' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expect.poll(() => uploads.all[0]?.place).toEqual({ project_id: PROJECT._id, task_id: 't-1' });
  uploads.all[0]?.answer(fileRecord(1, { _id: id, task_id: 't-1' }));
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await expectAccessible(screen.getByRole('region', { name: 'Description' }));
  await description.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => store.stored.description).toBe(`X![plan.png](file:${id})Look [there](https://a.test) now`);
  await expect.element(screen.getByRole('img', { name: 'plan.png' })).toHaveAttribute('src', `/api/fileContent/${id}`);
});

test('who writes what clients see is told so; words of a description that are selected go on being read', async () => {
  const { screen, description } = await showTask(taskDetail(1, { description: 'Look there', audience: 'client' }));
  const edit = screen.getByRole('button', { name: 'Edit description' });
  await edit.click();
  await expect.element(screen.getByText(/^Clients see this text and its pictures\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(edit).toBeVisible();
  const words = screen.getByText('Look there');
  document.getSelection()?.selectAllChildren(words.element());
  words.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  await expect.element(edit).toBeVisible();
  await expect.element(description).not.toBeInTheDocument();
  document.getSelection()?.removeAllRanges();
  await words.click();
  await expect.element(description).toHaveFocus();
});

test.for([
  ['Take theirs', 'Theirs', undefined],
  ['Use mine', 'Mine', undefined],
  ['Edit both together', 'Mine and theirs', 'Mine and theirs'],
] as const)('of a description that two people wrote: %s', async ([choice, stored, written]) => {
  const { screen, store, description } = await showTask(taskDetail(1, { description: 'Ours' }));
  await screen.getByRole('button', { name: 'Edit description' }).click();
  await description.fill('Mine');
  store.write('t-1', { description: 'Theirs' });
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  const both = screen.getByRole('alert').filter({ hasText: 'Somebody changed the description' });
  await expect.element(both).toHaveTextContent(/Theirs.*Mine/);
  await expect.element(description).toHaveValue('Mine');
  expect(store.stored.description).toBe('Theirs');
  await both.getByRole('button', { name: choice }).click();
  if (written) {
    await expect.element(description).toHaveFocus();
    await expect.element(description).toHaveValue(expect.stringMatching(/Theirs\s+Mine|Mine\s+Theirs/));
    await description.fill(written);
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
  }
  await expect.element(description).not.toBeInTheDocument();
  await expect.poll(() => store.stored.description).toBe(stored);
  await expect.element(screen.getByText(stored, { exact: true })).toBeVisible();
});

test('a link to a comment brings it into sight with the focus, reading older ones until it is there; one that is gone is said', async () => {
  const task = taskDetail(1, { comments: [comment(9)], comment_count: 3, comments_cursor: 'older' });
  const url = '/acme/taskpage?task=WEB-1&comment=c-1';
  const older = [list([comment(5)], { next_cursor: 'oldest' }), list([comment(1)])];
  server.on('GET taskCommentList', ({ cursor }) => (cursor === 'older' ? older[0] : older[1]) ?? list([]));
  const { screen } = await showTask(task, { url });
  await expect.poll(() => document.activeElement?.id).toBe('comment-c-1');
  await expect.element(screen.getByText('Comment 5')).toBeVisible();
  await screen.unmount();
  const gone = await showTask(taskDetail(1, { comments: [comment(9)], comment_count: 1 }), { url });
  await expect
    .element(gone.screen.getByText('The comment of this link was deleted, or you cannot see it.'))
    .toBeVisible();
});
