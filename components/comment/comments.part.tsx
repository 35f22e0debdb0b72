import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OlderComments } from '@/components/comment/older-comments';
import { FileComments } from '@/components/file/preview/file-comments';
import { LEADER, PEOPLE, USER } from '@/components/test/gallery/people';
import { aFile, comment, editedLine, fileRecord, PROJECT, taskDetail } from '@/components/test/gallery/records';
import { showTask } from '@/components/test/gallery/task-page';
import { dismiss, enter, pressOn, undo } from '@/components/test/keys';
import {
  expectAccessible,
  expectAccessibleInAll,
  list,
  live,
  pickFrom,
  Refusal,
  server,
  show,
} from '@/components/test/part';
import { pasteFiles, textFile, uploads } from '@/components/test/uploads';
import type { CommentRecord } from '@/lib/comment/schema';
import type { FileCommentRecord } from '@/lib/file-comment/schema';

const talked = (comments: CommentRecord[] = [], part = {}) =>
  taskDetail(1, { comments, comment_count: comments.length, audience: 'client', ...part });

const field = page.getByRole('textbox', { name: /^(Comment|Internal note)$/ });
const reply = page.getByRole('textbox', { name: 'Reply' });
const saying = (words: string) => page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: words });
const choose = async (words: string, item: string) => {
  await pickFrom(saying(words).first().getByRole('button', { name: 'Comment actions' }), item);
};
const said = page.getByRole('list', { name: 'Comments', exact: true });
const pending = page.getByRole('list', { name: 'Comments on their way' }).getByRole('listitem');
const readBy = (words: string) => page.getByRole('radio', { name: words }).first();

test('a comment begins as a note for the team, stands at once, and is in the list once when it is answered', async () => {
  await showTask(talked());
  const held = server.hold('POST addTaskComment');
  await field.click();
  await expect.element(readBy('Internal note')).toBeChecked();
  await expectAccessible();
  await enter(field, 'Ours alone', '{Control>}{Enter}{/Control}');
  await expect.element(pending).toHaveTextContent('Ours alone');
  await expect.element(pending).toHaveTextContent('Internal note');
  await expect.element(pending).toHaveTextContent('Sending');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  held.release();
  await expect.element(saying('Ours alone')).toHaveTextContent('Internal note');
  await expect.element(page.getByText('Sending')).not.toBeInTheDocument();
  expect(said.getByRole('listitem').elements()).toHaveLength(1);

  await field.click();
  await expect.element(field).toHaveAccessibleDescription(/^Only the team reads this/);
  await readBy('Visible to client').click({ force: true });
  await expect.element(field).toHaveAccessibleDescription(/^The project’s clients read this too/);
  await field.fill('For all');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect.element(saying('For all')).not.toHaveTextContent('Internal note');
  expect(server.inputs('POST addTaskComment').map(({ internal }) => internal)).toEqual([true, false]);
});

test('on a phone the box has the width, and what was just sent stands above it', async () => {
  const earlier = Array.from({ length: 12 }, (_, at) => comment(at + 1));
  await showTask(talked(earlier), { width: 390, height: 700 });
  await field.click();
  expect(field.element().getBoundingClientRect().width).toBeGreaterThan(300);
  await expectAccessible();
  document.documentElement.scrollTop = 0;
  await enter(field, 'The last word', '{Control>}{Enter}{/Control}');
  await expect.element(saying('The last word')).toBeVisible();
  const edge = (part: Element) => part.getBoundingClientRect();
  await expect
    .poll(() => {
      const last = edge(saying('The last word').element());
      const box = edge(field.element().closest('form') as Element);
      return last.bottom <= box.top && last.top >= 0;
    })
    .toBe(true);
});

test('an imported comment says where it came from, and who wrote it there', async () => {
  await showTask(talked([comment(1, { imported: { source: 'trello', name: 'Joe Stranger' } })]));
  await expect.element(saying('Comment 1')).toHaveTextContent('imported from Trello, written there by Joe Stranger');
});

test('a refused comment returns to its field before what was written since, with the reason', async () => {
  await showTask(talked());
  server.refuse('POST addTaskComment', 403, 'forbidden', 'The project is archived.');
  const held = server.hold('POST addTaskComment');
  await enter(field, 'First words', '{Control>}{Enter}{/Control}');
  await expect.element(field).toHaveValue('');
  await field.fill('Later words');
  held.release();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not sent. The project is archived.');
  await expect.element(field).toHaveValue('First words\n\nLater words');
  await expectAccessible();
});

test('what is written survives leaving the page, for each field and person apart', async () => {
  const task = talked([comment(1)], { audience: 'internal' });
  const { screen } = await showTask(task);
  await field.fill('Half a thought');
  await saying('Comment 1').getByRole('button', { name: 'Reply' }).click();
  await reply.fill('Half an answer');
  screen.unmount();
  const again = await showTask(task);
  await expect.element(field).toHaveValue('Half a thought');
  await saying('Comment 1').getByRole('button', { name: 'Reply' }).click();
  await expect.element(reply).toHaveValue('Half an answer');
  // The field stays for what is written while the answer is sent.
  const held = server.hold('POST addTaskComment');
  await reply.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await reply.fill('One more');
  held.release();
  await expect.element(saying('Half an answer')).toBeVisible();
  await expect.element(reply).toHaveValue('One more');
  again.screen.unmount();
  await showTask(task, { as: 'user' });
  await expect.element(field).toHaveValue('');
});

test('without a connection comments wait in order and arrive once each; a refusal gives one of them back', async () => {
  const { store } = await showTask(talked());
  server.setOnline(false);
  for (const words of ['First', 'Second']) {
    await enter(field, words, '{Control>}{Enter}{/Control}');
  }
  await expect
    .poll(() => pending.elements().map((one) => one.textContent))
    .toEqual([expect.stringContaining('Waiting for connectionFirst'), expect.stringContaining('Second')]);
  expect(server.inputs('POST addTaskComment')).toEqual([]);
  server.setOnline(true);
  await expect.poll(() => store.stored.comments.map(({ body }) => body)).toEqual(['First', 'Second']);
  await expect.poll(() => pending.elements().length).toBe(0);
  expect(said.getByRole('listitem').elements()).toHaveLength(2);
});

test('a reaction stands before it is answered, is taken back by a second press, and goes where it is refused', async () => {
  await showTask(talked([comment(1, { author: USER })]));
  const held = server.hold('POST commentReaction');
  await saying('Comment 1').getByRole('button', { name: 'React' }).click();
  await expectAccessible();
  await page.getByRole('menuitem', { name: 'Party popper' }).click();
  const chip = saying('Comment 1').getByRole('button', { name: 'Party popper, 1' });
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true');
  held.release();
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true');
  await chip.click();
  await expect.element(chip).not.toBeInTheDocument();
  expect(server.inputs('DELETE commentReaction')).toEqual([{ comment_id: 'c-1', emoji: '🎉' }]);
  server.refuse('POST commentReaction', 403, 'forbidden', 'Not here.');
  await pickFrom(saying('Comment 1').getByRole('button', { name: 'React' }), 'Heart');
  await expect.element(page.getByText('The comment was not changed. Not here.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Heart, / })).not.toBeInTheDocument();
});

test('one’s own comment is edited, says so, shows its versions; a refusal keeps the editor open', async () => {
  await showTask(talked([comment(1, { body: 'The thick one.' }), comment(2, { author: USER })]));
  await saying('Comment 2').getByRole('button', { name: 'Comment actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await choose('The thick one.', 'Edit');
  const editor = page.getByRole('article').getByRole('textbox', { name: 'Comment' });
  await expect.element(editor).toHaveValue('The thick one.');
  server.refuseNext('PATCH comment/{id}', 403, 'forbidden', 'Too late.');
  await enter(editor, 'The thin one.', '{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('The comment was not changed. Too late.')).toBeVisible();
  await expect.element(editor).toHaveValue('The thin one.');
  await expectAccessibleInAll();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(saying('The thin one.')).toHaveTextContent('edited');
  server.on('GET commentVersions/{id}', () =>
    list([
      {
        version: 1,
        body: 'The thick one.',
        body_html: '<p>The thick one.</p>',
        written_at: '2026-11-20T09:00:00.000Z',
      },
    ]),
  );
  await choose('The thin one.', 'Show earlier versions');
  const versions = page.getByRole('dialog', { name: 'Versions of this comment' });
  await expect.element(versions.getByText('The thick one.')).toBeVisible();
  await expectAccessibleInAll();
});

test('an edit resumed after the comment was changed elsewhere shows both, and Save waits', async () => {
  const { store } = await showTask(talked([comment(1, { body: 'Which paper?' })]));
  await choose('Which paper?', 'Edit');
  const editor = page.getByRole('article').getByRole('textbox', { name: 'Comment' });
  await editor.fill('Which ink?');
  await userEvent.keyboard('{Escape}');
  store.partChangedByOther({ comments: [comment(1, { body: 'Which print?', version: 2 })] });
  await choose('Which print?', 'Edit');
  const box = page.getByRole('alert');
  await expect.element(editor).toHaveValue('Which ink?');
  await expect.element(box).toHaveTextContent('Which print?');
  await expectAccessibleInAll();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect(server.inputs('PATCH comment/{id}')).toEqual([]);
  await box.getByRole('button', { name: 'Use mine' }).click();
  await expect.element(saying('Which ink?')).toHaveTextContent('edited');
  expect(server.inputs('PATCH comment/{id}')).toMatchObject([{ version: 2, body: 'Which ink?' }]);
});

test('a deleted comment goes at once and Undo brings it back; with replies it keeps its place; a refusal keeps it', async () => {
  await showTask(talked([comment(1), comment(2, { parent_id: 'c-1' }), comment(3)]));
  await choose('Comment 3', 'Delete');
  await expect.element(page.getByText('The comment was deleted.')).toBeVisible();
  await expect.element(saying('Comment 3')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(saying('Comment 3')).toBeVisible();
  await choose('Comment 1', 'Delete');
  await expect.element(page.getByText('This comment was deleted.')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Replies' })).toHaveTextContent('Comment 2');
  expect(document.body.textContent).not.toContain('Comment 1');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(saying('Comment 1').first()).toBeVisible();
  server.refuse('DELETE comment/{id}', 403, 'forbidden', 'Only the leader may.');
  await choose('Comment 3', 'Delete');
  await expect.element(page.getByText('The comment was not deleted. Only the leader may.')).toBeVisible();
  await expect.element(saying('Comment 3')).toBeVisible();
});

test('what others write is shown and said once; a note for the team is marked', async () => {
  const { store } = await showTask(talked([comment(1)]));
  store.partChangedByOther({ comments: [comment(1), comment(9, { author: USER, body: 'Seen?' })], comment_count: 2 });
  await expect.element(saying('Seen?')).toHaveTextContent('Internal note');
  await expect
    .element(page.getByRole('region', { name: 'Comments and activity' }).getByRole('status').first())
    .toHaveTextContent(`${USER.name} commented`);
  await expect.element(page.getByRole('tab', { name: /Comments/ })).toHaveTextContent('2');
  expect(live.channels).toContain(`private-project-${PROJECT._id}`);
});

test('# offers tasks and @ people; Enter inserts, and Ctrl Enter sends what is shown', async () => {
  await showTask(talked(), { others: [taskDetail(2, { title: 'Negotiate quietly' })] });
  await field.click();
  await userEvent.keyboard('After #nego');
  const option = page.getByRole('listbox', { name: 'Tasks' }).getByRole('option');
  await expect.element(option).toHaveTextContent('WEB-2Negotiate quietly');
  await expectAccessible();
  // Of an earlier answer only what still fits stays until the next one comes.
  const late = server.hold('GET taskList');
  await userEvent.keyboard('x');
  await late.reached;
  await expect.poll(() => option.elements().length).toBe(0);
  late.release();
  await userEvent.keyboard('{Backspace}');
  await expect.element(option).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('After WEB-2 ');
  await userEvent.keyboard(`@${PEOPLE.user.name.split(' ')[0]}`);
  await expect.element(page.getByRole('listbox', { name: 'People' }).getByRole('option')).toHaveTextContent(USER.name);
  await expectAccessible();
  await dismiss(page.getByRole('listbox'));
  await userEvent.keyboard('{Backspace}');
  await expect.element(page.getByRole('listbox', { name: 'People' })).toBeVisible();
  await userEvent.keyboard('{Enter}{Control>}{Enter}{/Control}');
  await expect.element(said).toHaveTextContent(`After WEB-2 @${USER.name}`);
});

test('a comment carries pasted, chosen and known files, waits for them, and gives them back where it is refused', async () => {
  onTestFinished(uploads.install());
  await showTask(talked([], { audience: 'internal' }));
  server.on('GET fileList', () => list([aFile(7, { name: 'palette.txt' })]));
  await field.click();
  pasteFiles(field.element(), new File(['x'], 'image.png', { type: 'image/png' }));
  await expect.poll(() => uploads.all.length).toBe(1);
  expect(uploads.all[0]?.place).toEqual({ project_id: PROJECT._id, draft: 'true' });
  expect(uploads.all[0]?.name).toMatch(/^Screenshot .*\.png$/);
  await field.fill('Look');
  await expect.element(page.getByRole('button', { name: 'Comment', exact: true })).toBeDisabled();
  uploads.all[0]?.answer(fileRecord(1, { name: 'shot.png' }));
  const attached = page.getByRole('list', { name: 'Attached to this comment' }).getByRole('listitem');
  await expect.element(attached).toHaveTextContent('shot.png');
  await page.getByRole('button', { name: 'Attach a file of the project' }).click();
  await expectAccessible();
  await page.getByRole('dialog').getByRole('button', { name: 'Attach palette.txt' }).click();
  await expect.poll(() => attached.elements().length).toBe(2);
  await expectAccessible();
  server.refuseNext('POST addTaskComment', 403, 'forbidden', 'Not now.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not sent. Not now.');
  await expect.poll(() => attached.elements().length).toBe(2);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect.element(saying('Look')).toBeVisible();
  expect(attached.elements()).toHaveLength(0);
  expect(server.inputs('POST addTaskComment')).toMatchObject([
    { attachment_ids: ['f-1', 'f-7'] },
    { attachment_ids: ['f-1', 'f-7'] },
  ]);
});

test('a pasted picture stands where it was pasted, not a second time below, and is kept with the draft', async () => {
  onTestFinished(uploads.install());
  const { screen } = await showTask(talked([], { audience: 'internal' }));
  const id = '0190aaaa-0000-7000-8000-000000000001';
  await field.fill('Before after');
  (field.element() as HTMLTextAreaElement).setSelectionRange(6, 6);
  pasteFiles(field.element(), new File(['x'], 'plan.png', { type: 'image/png' }));
  await expect
    .element(field)
    .toHaveValue(expect.stringMatching(/^Before!\[plan\.png\]\(file:new-\d+\) after$/) as never);
  await expect.poll(() => uploads.all.length).toBe(1);
  uploads.all[0]?.answer(fileRecord(1, { _id: id, name: 'plan.png' }));
  await expect.element(field).toHaveValue(`Before![plan.png](file:${id}) after`);
  await expect.element(page.getByRole('list', { name: 'Attached to this comment' })).not.toBeInTheDocument();
  // One that is given up leaves the text as it was.
  pasteFiles(field.element(), new File(['x'], 'gone.png', { type: 'image/png' }));
  await page.getByRole('button', { name: 'Cancel gone.png' }).click();
  await expect.element(field).toHaveValue(`Before![plan.png](file:${id}) after`);
  screen.unmount();
  await showTask(talked([], { audience: 'internal' }));
  await expect.element(field).toHaveValue(`Before![plan.png](file:${id}) after`);
  await field.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(field).toHaveValue('');
  await expect.poll(() => server.inputs('POST addTaskComment')).toMatchObject([{ attachment_ids: [id] }]);
});

test('files are attached to a task, say why they did not arrive, are retried, removed and brought back', async () => {
  onTestFinished(uploads.install());
  const { store } = await showTask(taskDetail(1));
  const section = page.getByRole('region', { name: /^Attachments/ });
  await expect.element(section).toHaveTextContent('Nothing attached yet.');
  const input = page.elementLocator(section.element().querySelector('input[type=file]') as Element);
  await userEvent.upload(input, [textFile('one.txt'), textFile('two.txt')]);
  await expect.poll(() => uploads.all.map(({ name }) => name)).toEqual(['one.txt']);
  expect(uploads.all[0]?.place).toEqual({ project_id: PROJECT._id, task_id: 't-1' });
  uploads.of('one.txt')?.arrives(0.5);
  const sending = page.getByRole('list', { name: 'Files on their way' });
  await expect
    .element(sending.getByRole('progressbar', { name: 'Upload of one.txt' }))
    .toHaveAttribute('aria-valuenow', '50');
  await expectAccessible();
  uploads.of('one.txt')?.cut();
  await expect.element(sending.getByRole('alert')).toHaveTextContent('The connection was cut. Try again.');
  await expectAccessible();
  await expect.poll(() => uploads.of('two.txt')).toBeTruthy();
  uploads.of('two.txt')?.refuse(413);
  await expect.element(sending).toHaveTextContent('The file is too large.');
  await sending.getByRole('button', { name: 'Dismiss two.txt' }).click();
  await sending.getByRole('button', { name: 'Retry one.txt' }).click();
  await expect.poll(() => uploads.all.length).toBe(3);
  await expect.element(sending.getByRole('alert')).not.toBeInTheDocument();
  const arrived = fileRecord(1, { name: 'one.txt', task_id: 't-1' });
  store.write('t-1', { attachments: [arrived] });
  uploads.of('one.txt')?.answer(arrived);
  const attached = section.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  await expect.element(attached).toHaveTextContent('one.txt');
  await expect.element(sending).not.toBeInTheDocument();

  pasteFiles(document.body, textFile('pasted.txt'));
  await expect.poll(() => uploads.of('pasted.txt')?.place).toEqual({ project_id: PROJECT._id, task_id: 't-1' });
  await sending.getByRole('button', { name: 'Cancel pasted.txt' }).click();
  expect(uploads.of('pasted.txt')?.aborted).toBe(true);

  server.onAny('DELETE deleteTaskAttachment/{id}', () => {
    store.write('t-1', { attachments: [] });
    return { kind: 'file', _id: 'f-1', name: 'one.txt' };
  });
  server.onAny('POST restoreFile', () => {
    store.write('t-1', { attachments: [arrived] });
    return { kind: 'file', _id: 'f-1', name: 'one.txt' };
  });
  await section.getByRole('button', { name: 'Remove one.txt' }).click();
  await expect.element(attached).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(attached).toHaveTextContent('one.txt');
});

const withComments = (...bodies: string[]) => {
  const comments = bodies.map((body, at) => comment(at + 1, { body }));
  return taskDetail(1, { comments, comment_count: comments.length });
};
test('a comment that is edited stays open when something else is answered; a deleted one is counted once', async () => {
  const page = await showTask(withComments('Which paper?', 'Which ink?'));
  const { screen, store } = page;
  // Somebody else reacted meanwhile, by which the answer is known.
  server.on('POST commentReaction', ({ emoji }) => ({
    ...(store.stored.comments[0] as CommentRecord),
    reactions: [{ emoji, count: 2, mine: true, names: [] }],
  }));
  let held = server.hold('POST commentReaction');
  await saying('Which paper?').getByRole('button', { name: 'React' }).click();
  await expectAccessible(screen.getByRole('menu'));
  await screen.getByRole('menuitem', { name: 'Party popper' }).click();
  await expect.element(screen.getByRole('button', { name: 'Party popper, 1' })).toBeVisible();
  await saying('Which paper?').getByRole('button', { name: 'Comment actions' }).click();
  await expectAccessible(screen.getByRole('menu'));
  await screen.getByRole('menuitem', { name: 'Edit' }).click();
  const field = screen.getByRole('article', { name: /^Comment by/ }).getByRole('textbox', { name: 'Comment' });
  await field.fill('Which thick pa');
  held.release();
  await expect.element(screen.getByRole('button', { name: 'Party popper, 2' })).toBeVisible();
  await expect.element(field).toHaveValue('Which thick pa');
  await enter(field, 'Which thick paper?', '{Control>}{Enter}{/Control}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(saying('Which thick paper?')).toHaveTextContent(', edited');

  const tab = screen.getByRole('tab', { name: 'Comments' });
  held = server.hold('DELETE comment/{id}');
  await choose('Which ink?', 'Delete');
  await held.reached;
  page.store.partChangedByOther({});
  await expect.element(saying('Which ink?')).not.toBeInTheDocument();
  await expect.element(tab).toHaveTextContent('Comments1');
  held.release();
  await expect.element(screen.getByText('The comment was deleted.')).toBeVisible();
  await expect.element(tab).toHaveTextContent('Comments1');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(saying('Which ink?')).toBeVisible();
  await expect.element(tab).toHaveTextContent('Comments2');
});

test('Ctrl+Z waits for the answer to a comment’s deletion; one that is refused is said and leaves no step', async () => {
  const page = await showTask(withComments('Order more paper'));
  const { screen, store } = page;
  const held = server.hold('DELETE comment/{id}');
  await choose('Order more paper', 'Delete');
  await held.reached;
  await undo();
  expect(store.stored.comments).toHaveLength(0);
  held.release();
  await expect.poll(() => store.stored.comments).toHaveLength(1);
  await expect.element(saying('Order more paper')).toBeVisible();
  server.refuseNext('DELETE comment/{id}', 403, 'forbidden', 'Not yours.');
  await choose('Order more paper', 'Delete');
  await expect.element(screen.getByText('The comment was not deleted. Not yours.')).toBeVisible();
  await expect.element(saying('Order more paper')).toBeVisible();
  await undo();
  expect(server.inputs('POST restoreComment/{id}')).toHaveLength(1);
});

test('a task is made of a comment, which leads to it, and Ctrl+Z takes it to the bin', async () => {
  const page = await showTask(withComments('**Call** the printer'));
  const { screen, store } = page;
  server.on('POST commentToTask/{id}', () => store.add(taskDetail(2, { title: 'Call the printer' })));
  await choose('the printer', 'Make a task');
  await expect.element(screen.getByText('WEB-2 was made of the comment.')).toBeVisible();
  const link = saying('the printer').getByRole('link', { name: 'Task WEB-2 Call the printer' });
  await expect.element(link).toHaveAttribute('href', '/acme/taskpage?task=WEB-2');
  await expectAccessibleInAll(screen.getByRole('tabpanel'));
  await undo();
  await expect.element(screen.getByText('WEB-2 was moved to the bin.')).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});

test('clients are offered no task of a comment, and a task in the bin is read only', async () => {
  const task = withComments('Which paper?');
  const client = await showTask({ ...task, audience: 'client' }, { as: 'client' });
  await saying('Which paper?').getByRole('button', { name: 'Comment actions' }).click();
  await expect.element(client.screen.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  expect(client.screen.getByRole('menuitem', { name: 'Make a task' }).query()).toBeNull();
  await client.screen.unmount();
  const rights = { ...task.rights, edit: false, comment: false };
  const binned = await showTask({ ...task, rights, deleted_at: '2026-11-20T09:00:00.000Z' });
  await saying('Which paper?').getByRole('button', { name: 'Comment actions' }).click();
  await expect.element(binned.screen.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  expect(binned.screen.getByRole('menuitem').elements()).toHaveLength(1);
  expect(binned.screen.getByRole('textbox').query()).toBeNull();
});

test('a comment that is announced before it is answered leaves its line in the history', async () => {
  const { screen, store } = await showTask(taskDetail(1));
  const answer = server.hold('POST addTaskComment');
  const reading = server.hold('GET task/{id}');
  await enter(screen.getByRole('textbox', { name: 'Comment' }), 'Before its answer', '{Control>}{Enter}{/Control}');
  await answer.reached;
  // The reading that the message asks for sets out before the answer, and ends after it.
  store.partChangedByOther({
    activity: [{ ...editedLine('a-1', 'title', '', ''), kind: 'comment.added', says: 'commented' }],
  });
  await reading.reached;
  answer.release();
  await expect.element(screen.getByRole('tab', { name: 'Comments' })).toHaveTextContent('Comments1');
  reading.release();
  await screen.getByRole('tab', { name: 'History' }).click();
  await expect.element(screen.getByText('commented')).toBeVisible();
  await expect.element(screen.getByRole('tab', { name: 'Comments' })).toHaveTextContent('Comments1');
});

const fileComment = (number: number, body: string, author = LEADER): FileCommentRecord => ({
  _id: `fc-${number}`,
  file_id: 'f-1',
  author,
  body,
  internal: false,
  created_at: '2026-11-24T09:00:00.000Z',
  rights: { delete: author === LEADER },
});

test('a comment begun while another is sent stays; one refused stays in the field; one deleted comes back', async () => {
  let comments: FileCommentRecord[] = [];
  server.on('GET fileComments/{id}', () => list(comments.toReversed()));
  server.on('POST fileComments/{id}', ({ body }) => {
    const made = fileComment(comments.length + 1, body);
    comments = [...comments, made];
    return made;
  });
  await show(<FileComments file={fileRecord(1)} />);
  await expect.element(page.getByText(/^Nobody has commented/)).toBeVisible();
  await expectAccessible();
  const field = page.getByRole('textbox', { name: 'Comment' });
  const said = page.getByRole('listitem');
  const send = () => userEvent.keyboard('{Control>}{Enter}{/Control}');
  const held = server.hold('POST fileComments/{id}');
  await field.fill('The first');
  await send();
  await held.reached;
  await field.fill('The second, half');
  held.release();
  await expect.element(said).toHaveTextContent('The first');
  await expect.element(field).toHaveValue('The second, half');

  server.refuseNext('POST fileComments/{id}', 422, 'invalid', 'That is too much.');
  await send();
  await expect.element(field).toHaveAccessibleDescription('That is too much.');
  await expect.element(field).toHaveValue('The second, half');
  await field.fill('');

  const kept = comments;
  server.onAny('DELETE fileComment/{id}', () => {
    comments = [];
    return kept[0];
  });
  server.onAny('POST restoreFileComment/{id}', () => {
    comments = kept;
    return kept[0];
  });
  await pressOn(page.getByRole('button', { name: `Delete the comment by ${LEADER.name}` }), '{Enter}');
  await expect.element(page.getByText(/^Nobody has commented/)).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(said).toHaveTextContent('The first');

  // What others say comes by itself, and is theirs to delete.
  comments = [...kept, fileComment(2, 'From somebody else', USER)];
  live.say('private-project-p-web', 'file.commented', { id: 'f-1' });
  await expect.element(said.last()).toHaveTextContent('From somebody else');
  await expect.element(page.getByRole('button', { name: /^Delete the comment/ })).toHaveLength(1);
  await expectAccessible();
});

test('a thread is resolved and folds, opens again by a press, and is reopened; a reply alone is not settled', async () => {
  const { store } = await showTask(talked([comment(1), comment(2, { parent_id: 'c-1', author: USER })]));
  await saying('Comment 2').getByRole('button', { name: 'Comment actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Resolve thread' }).elements()).toHaveLength(0);
  await userEvent.keyboard('{Escape}');
  await choose('Comment 1', 'Resolve thread');
  await expect.element(said).toHaveTextContent(`${LEADER.name}’s thread was resolved by ${LEADER.name} · 1 reply`);
  await expect.element(saying('Comment 1')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.element(saying('Comment 2')).toBeVisible();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect.element(saying('Comment 2')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  server.refuseNext('DELETE resolveComment/{id}', 403, 'forbidden', 'Not here.');
  await choose('Comment 1', 'Reopen thread');
  await expect.element(page.getByText('The comment was not changed. Not here.')).toBeVisible();
  expect(store.stored.comments[0]?.resolved_at).not.toBeNull();
  await choose('Comment 1', 'Reopen thread');
  await expect.element(page.getByText(/^Resolved/)).not.toBeInTheDocument();
  await expect.element(saying('Comment 2')).toBeVisible();
  expect(store.stored.comments[0]?.resolved_at).toBeNull();
});

test('a reply belongs to its thread and to its readers: below a note it is the team’s, and it can be given up', async () => {
  await showTask(talked([comment(1), comment(2, { parent_id: 'c-1' }), comment(3, { internal: false })]));
  await saying('Comment 2').getByRole('button', { name: 'Reply' }).click();
  await expect.element(reply).toHaveFocus();
  await expect.element(reply).toHaveAccessibleDescription(/^Only the team reads this/);
  await enter(reply, 'Ours', '{Control>}{Enter}{/Control}');
  await expect.element(saying('Ours')).toBeVisible();
  await expect.element(reply).not.toBeInTheDocument();
  await saying('Comment 3').getByRole('button', { name: 'Reply' }).click();
  await readBy('Visible to client').click({ force: true });
  await enter(reply, 'Theirs too', '{Control>}{Enter}{/Control}');
  await expect.element(saying('Theirs too')).toBeVisible();
  const [ours, theirs] = server.inputs('POST addTaskComment');
  expect(ours).toMatchObject({ parent_id: 'c-1', body: 'Ours' });
  expect(ours).not.toHaveProperty('internal');
  expect(theirs).toMatchObject({ parent_id: 'c-3', body: 'Theirs too', internal: false });
  await saying('Comment 3').getByRole('button', { name: 'Reply' }).click();
  await reply.fill('Perhaps not');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(reply).not.toBeInTheDocument();
  expect(server.inputs('POST addTaskComment')).toHaveLength(2);
});

test('a comment is quoted in an answer, line by line; what has no words is not', async () => {
  await showTask(talked([comment(1, { body: 'One\nTwo' }), comment(2, { body: '', attachments: [fileRecord(1)] })]));
  await choose('One', 'Quote');
  await expect.element(reply).toHaveValue('> One\n> Two\n\n');
  // What was begun before stays above it.
  await reply.fill('Half an answer');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await choose('One', 'Quote');
  await expect.element(reply).toHaveValue('Half an answer\n\n> One\n> Two\n\n');
  await saying('File 1.txt').getByRole('button', { name: 'Comment actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Quote' }).elements()).toHaveLength(0);
});

test('who leads a project deletes what others wrote but does not change it; others neither; a rule says its name', async () => {
  const theirs = [comment(1, { author: USER }), comment(2, { rule: 'Close the old', author: USER })];
  const leader = await showTask(talked(theirs));
  await expect.element(saying('Comment 2')).toHaveAccessibleName('Comment by Rule “Close the old”');
  await saying('Comment 1').getByRole('button', { name: 'Comment actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Edit' }).elements()).toHaveLength(0);
  await leader.screen.unmount();
  await showTask(talked(theirs), { as: 'user2' });
  await saying('Comment 1').getByRole('button', { name: 'Comment actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  for (const name of ['Delete', 'Edit']) expect(page.getByRole('menuitem', { name }).elements()).toHaveLength(0);
});

test('Cancel gives up what was changed of a comment; Escape keeps it for the next time', async () => {
  await showTask(talked([comment(1)]));
  const editor = page.getByRole('article').getByRole('textbox', { name: 'Comment' });
  await choose('Comment 1', 'Edit');
  await editor.fill('Kept');
  await userEvent.keyboard('{Escape}');
  await expect.element(editor).not.toBeInTheDocument();
  await choose('Comment 1', 'Edit');
  await expect.element(editor).toHaveValue('Kept');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await choose('Comment 1', 'Edit');
  await expect.element(editor).toHaveValue('Comment 1');
  // What is as it was is not sent.
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(editor).not.toBeInTheDocument();
  expect(server.inputs('PATCH comment/{id}')).toEqual([]);
});

test('older comments are read by a press, which says when all are there; what fails can be pressed again', async () => {
  const onShow = vi.fn(() => Promise.reject(new Refusal(503, 'unavailable', 'Busy.')));
  const older = (more: boolean) => <OlderComments more={more} onShow={onShow} />;
  const screen = await show(older(true));
  const button = screen.getByRole('button', { name: 'Show older comments' });
  await button.click();
  await expect.element(screen.getByText(/^Older comments were not loaded\./)).toBeVisible();
  onShow.mockResolvedValue(undefined as never);
  await button.click();
  await expect.poll(() => onShow.mock.calls.length).toBe(2);
  await screen.showAgain(older(false));
  await expect.element(screen.getByText('All comments are shown.')).toHaveFocus();
  await screen.unmount();
  // Nobody asked.
  const whole = await show(older(false));
  expect(whole.container.querySelector('main')?.textContent).toBe('');
});

test('of several new comments the number is said, of an answer that it is one, and of one’s own nothing', async () => {
  const { store } = await showTask(talked([comment(1)]));
  const status = page.getByRole('region', { name: 'Comments and activity' }).getByRole('status').first();
  const come = (...more: CommentRecord[]) =>
    store.partChangedByOther({ comments: [...store.stored.comments, ...more] });
  come(comment(5, { body: 'From my phone' }), comment(6, { author: USER, parent_id: 'c-1' }));
  await expect.element(status).toHaveTextContent(`${USER.name} replied`);
  come(comment(7, { author: USER }), comment(8, { author: USER }));
  await expect.element(status).toHaveTextContent('2 new comments');
});

test('of an edit that somebody overtook theirs is kept by a press: nothing is sent, and mine is forgotten', async () => {
  const { store } = await showTask(talked([comment(1, { body: 'Which paper?' })]));
  const editor = page.getByRole('article').getByRole('textbox', { name: 'Comment' });
  await choose('Which paper?', 'Edit');
  await enter(editor, 'Which ink?', '{Escape}');
  store.partChangedByOther({ comments: [comment(1, { body: 'Which print?', version: 2 })] });
  await choose('Which print?', 'Edit');
  await page.getByRole('alert').getByRole('button', { name: 'Take theirs' }).click();
  await expect.element(editor).not.toBeInTheDocument();
  await choose('Which print?', 'Edit');
  await expect.element(editor).toHaveValue('Which print?');
  expect(server.inputs('PATCH comment/{id}')).toEqual([]);
});
