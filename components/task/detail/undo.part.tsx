import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { writeInMarkdown } from '@/components/test/editor';
import { comment, editedLine } from '@/components/test/gallery/comment';
import { OTHER_USER } from '@/components/test/gallery/people';
import { taskDetail } from '@/components/test/gallery/task';
import { LABELS, showTask } from '@/components/test/gallery/task-page';
import { list, Refusal, server } from '@/components/test/server';
import { undo } from '@/components/test/undo';
import { wholeTest } from '@/lib/test/whole';

writeInMarkdown();

type Page = Awaited<ReturnType<typeof showTask>>;

async function makeHigh({ screen, store, field }: Page) {
  await field('Priority').click();
  await screen.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.poll(() => store.stored.priority).toBe('high');
}

const MEANWHILE = 'was not undone. Somebody else changed it in the meantime.';

test('Ctrl+Z takes back what was typed into the title as one change, then the description, and says so', async () => {
  const { screen, store } = await showTask(taskDetail(1, { title: 'Posters', description: 'In colour' }));
  await screen.getByRole('button', { name: 'Edit description' }).click();
  const field = screen.getByRole('textbox', { name: 'Description' });
  await field.fill('In black and white');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(screen.getByText('In black and white')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Edit description' })).toHaveFocus();

  const title = screen.getByRole('textbox', { name: 'Title' });
  await title.fill('Flyers');
  await expect.poll(() => store.stored.title).toBe('Flyers');
  await title.fill('Banners');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => store.stored.title).toBe('Banners');
  // In a field the key undoes its typing.
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(store.stored.title).toBe('Banners');
  await undo();
  await expect.element(title).toHaveValue('Posters');
  await expect.poll(() => store.stored.title).toBe('Posters');
  await expect.element(screen.getByText('The change of WEB-1 was undone.').first()).toBeVisible();
  await undo();
  await expect.element(screen.getByText('In colour')).toBeVisible();
  await expect.poll(() => store.stored.description).toBe('In colour');
});

test('what was undone of a title or description leaves what somebody else wrote since', async () => {
  const { screen, store } = await showTask(taskDetail(1, { title: 'Posters', description: 'one\n\ntwo\n\nthree' }));
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

  const title = screen.getByRole('textbox', { name: 'Title' });
  await title.fill('Flyers');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => store.stored.title).toBe('Flyers');
  store.changedByOther('t-1', { title: 'Theirs' });
  await expect.element(title).toHaveValue('Theirs');
  await undo();
  await expect
    .element(screen.getByText('WEB-1 was not changed. Somebody else changed it in the meantime.'))
    .toBeVisible();
  expect(store.stored.title).toBe('Theirs');
});

wholeTest(
  'each line of the history is taken back by itself and again by the key, and says why it cannot be',
  async () => {
    const activity = [
      editedLine('a-4', 'title', 'Banners', 'Everything'),
      editedLine('a-3', 'due_date', null, '2031-01-31', 'set the due date to 31 January 2031'),
      editedLine('a-2', 'title', 'Posters', 'Banners'),
      editedLine('a-1', 'priority', 'none', 'high', 'set the priority to High'),
    ];
    const task = taskDetail(1, { title: 'Everything', priority: 'high', due_date: '2031-01-31', activity });
    const { screen, store } = await showTask(task);
    await screen.getByRole('tab', { name: 'Comments' }).click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(screen.getByRole('tab', { name: 'History' })).toHaveFocus();
    const line = (words: RegExp) => screen.getByRole('button', { name: words });
    await line(/^Undo.*“Posters” to “Banners”/).click();
    await expect.element(screen.getByText('WEB-1 was not changed. The title changed again since.')).toBeVisible();
    expect(store.stored.title).toBe('Everything');

    const priority = line(/^Undo.*set the priority/);
    await expect.element(priority).toBeVisible();
    (priority.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => store.stored)
      .toMatchObject({ priority: 'none', title: 'Everything', due_date: '2031-01-31' });
    await expect.element(screen.getByText('Undone: set the priority to High')).toBeInTheDocument();
    await line(/“Banners” to “Everything”/).click();
    const title = screen.getByRole('textbox', { name: 'Title' });
    await expect.element(title).toHaveValue('Banners');
    await expect.element(screen.getByRole('listitem').first()).toHaveTextContent('from “Everything” to “Banners”');
    await expectAccessible(screen.getByRole('tabpanel'));
    await undo();
    await expect.element(title).toHaveValue('Everything');
    await undo();
    await expect.poll(() => store.stored).toMatchObject({ priority: 'high', title: 'Everything' });
  },
);

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
  const { screen, store } = shown;
  await makeHigh(shown);
  const title = screen.getByRole('textbox', { name: 'Title' });
  let held = server.hold('PATCH task/{id}');
  await title.fill('Banners');
  await userEvent.keyboard('{Enter}');
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

wholeTest('Ctrl+Z takes back one’s own label alone, and leaves a priority that somebody else gave since', async () => {
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

wholeTest('boxes of the description are ticked where they are read, and taken back', async () => {
  const text = 'Before we open:\n\n- [ ] Buy ink\n- [x] Fold\n  - [ ] Twice';
  const shown = await showTask(taskDetail(1, { description: text }));
  const { screen, store } = shown;
  await makeHigh(shown);
  const box = (name: string) => screen.getByRole('checkbox', { name });
  await expect.element(box('Buy ink')).not.toBeChecked();
  await expect.element(box('Fold')).toBeChecked();
  await expectAccessible(screen.getByRole('region', { name: 'Description' }));
  (box('Buy ink').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
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

wholeTest('Ctrl+Z takes a duplicate to the bin, unless somebody else works on it by then', async () => {
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
  await expectAccessible(dialog);
  await userEvent.keyboard('{Escape}');
  await expect.element(open).toHaveFocus();
  await open.click();
  await dialog.getByRole('checkbox', { name: 'Dates' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Flyers');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('WEB-2 was made as a duplicate of WEB-1.')).toBeVisible();
  expect(server.inputs('POST duplicateTask/{id}')).toMatchObject([{ title: 'Flyers', take: ['description', 'dates'] }]);
  await expect.element(dialog).not.toBeInTheDocument();
  store.write('t-2', { activity: [{ ...editedLine('a-1', 'title', 'Flyers', 'Theirs'), actor: OTHER_USER }] });
  await undo();
  await expect.element(screen.getByText('WEB-2 was not deleted. Somebody else has changed it since.')).toBeVisible();

  server.on('POST duplicateTask/{id}', ({ title = '' }) => store.add(taskDetail(3, { title })));
  await open.click();
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
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
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await undo();
  await expect.poll(() => store.stored.priority).toBe('none');
});
