import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { live } from '@/components/test/connection';
import { writeInMarkdown } from '@/components/test/editor';
import { fileRecord } from '@/components/test/gallery/file';
import { USER } from '@/components/test/gallery/people';
import { PROJECT } from '@/components/test/gallery/project';
import { taskDetail } from '@/components/test/gallery/task';
import { showTask } from '@/components/test/gallery/task-page';
import { server } from '@/components/test/server';
import { pasteFiles, uploads } from '@/components/test/uploads';
import { wholeTest } from '@/lib/test/whole';

writeInMarkdown();

test('a title is saved on Enter, a moment after the last key and on leaving; an empty one is not, Escape gives it up', async () => {
  const { screen, store } = await showTask(taskDetail(1, { title: 'Posters' }));
  const title = screen.getByRole('textbox', { name: 'Title' });
  await title.fill('  Posters   in\nA2 ');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  expect(store.stored.title).toBe('Posters in A2');
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Posters in A2');
  await title.fill('Flyers');
  await expect.poll(() => store.stored.title).toBe('Flyers');
  await title.fill('Banners');
  await userEvent.tab();
  await expect.poll(() => store.stored.title).toBe('Banners');

  await title.fill('   ');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('A task needs a title.')).toBeVisible();
  await expect.element(title).toBeInvalid();
  await expectAccessible(screen.getByRole('article'));
  await userEvent.keyboard('{Escape}');
  await expect.element(title).toHaveValue('Banners');
  await expect.element(title).not.toBeInvalid();
  server.refuseNext('PATCH task/{id}', 403, 'forbidden', 'Only the leader may do this.');
  await title.fill('Stickers');
  await userEvent.keyboard('{Enter}');
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
  const { screen, store } = await showTask(taskDetail(1, { title: 'Posters' }));
  const title = screen.getByRole('textbox', { name: 'Title' });
  const both = screen.getByRole('alert').filter({ hasText: 'Somebody changed the title while you were writing.' });
  const collide = async (mine: string, theirs: string) => {
    const held = server.hold('GET task/{id}');
    store.changedByOther('t-1', { title: theirs });
    await title.fill(mine);
    await userEvent.keyboard('{Enter}');
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
  const { screen, store } = await showTask(taskDetail(1, { title: 'Posters' }));
  const title = screen.getByRole('textbox', { name: 'Title' });
  const held = server.hold('PATCH task/{id}');
  await title.fill('Flyers');
  await userEvent.keyboard('{Enter}');
  await held.reached;
  await title.fill('Banners');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Saving', { exact: true })).toBeVisible();
  held.release();
  await expect.poll(() => store.stored.title).toBe('Banners');
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  await expect.element(title).toHaveValue('Banners');
});

wholeTest(
  'a description that was not saved is there again when the page is, and what others wrote since is in it',
  async () => {
    const task = taskDetail(1, { description: 'one\n\ntwo\n\nthree' });
    const first = await showTask(task);
    await first.screen.getByRole('button', { name: 'Edit description' }).click();
    const text = (page: typeof first) => page.screen.getByRole('textbox', { name: 'Description' });
    await expect.element(text(first)).toHaveFocus();
    expect(server.inputs('POST typing')).toEqual([{ task_id: 't-1' }]);
    live.say(`private-project-${PROJECT._id}`, 'typing', { task_id: 't-1', id: USER._id });
    await expect.element(first.screen.getByText(`${USER.name} is editing this too.`)).toBeVisible();
    await text(first).fill('ONE\n\ntwo\n\nthree');
    await expectAccessible(first.screen.getByRole('region', { name: 'Description' }));
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
  },
);

test('a press edits the description where it was pressed, as rich text; links lead on; a pasted picture stands at the caret', async () => {
  onTestFinished(uploads.install());
  localStorage.removeItem('guildhall-editor');
  const id = '0190aaaa-0000-7000-8000-000000000001';
  const { screen, store } = await showTask(taskDetail(1, { description: 'Look [there](https://a.test) now' }));
  const field = screen.getByRole('textbox', { name: 'Description' });
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener('click', stay);
  await screen.getByRole('link', { name: 'there' }).click();
  document.removeEventListener('click', stay);
  await expect.element(field).not.toBeInTheDocument();
  await screen.getByText('Look').click({ position: { x: 1, y: 10 } });
  await expect.element(screen.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('X');
  pasteFiles(field.element(), new File(['x'], 'plan.png', { type: 'image/png' }));
  await expect.element(field.getByRole('img', { name: 'plan.png' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expect.poll(() => uploads.all[0]?.place).toEqual({ project_id: PROJECT._id, task_id: 't-1' });
  uploads.all[0]?.answer(fileRecord(1, { _id: id, task_id: 't-1' }));
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await expectAccessible(screen.getByRole('region', { name: 'Description' }));
  await field.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => store.stored.description).toBe(`X![plan.png](file:${id})Look [there](https://a.test) now`);
  await expect.element(screen.getByRole('img', { name: 'plan.png' })).toHaveAttribute('src', `/api/fileContent/${id}`);
});

test.for([
  ['Take theirs', 'Theirs', undefined],
  ['Use mine', 'Mine', undefined],
  ['Edit both together', 'Mine and theirs', 'Mine and theirs'],
] as const)('of a description that two people wrote: %s', async ([choice, stored, written]) => {
  const { screen, store } = await showTask(taskDetail(1, { description: 'Ours' }));
  await screen.getByRole('button', { name: 'Edit description' }).click();
  const text = screen.getByRole('textbox', { name: 'Description' });
  await text.fill('Mine');
  store.write('t-1', { description: 'Theirs' });
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  const both = screen.getByRole('alert').filter({ hasText: 'Somebody changed the description' });
  await expect.element(both).toHaveTextContent(/Theirs.*Mine/);
  await expect.element(text).toHaveValue('Mine');
  expect(store.stored.description).toBe('Theirs');
  await both.getByRole('button', { name: choice }).click();
  if (written) {
    await expect.element(text).toHaveFocus();
    await expect.element(text).toHaveValue(expect.stringMatching(/Theirs\s+Mine|Mine\s+Theirs/));
    await text.fill(written);
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
  }
  await expect.element(text).not.toBeInTheDocument();
  await expect.poll(() => store.stored.description).toBe(stored);
  await expect.element(screen.getByText(stored, { exact: true })).toBeVisible();
});
