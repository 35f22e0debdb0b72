import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TaskBoard } from '@/components/task/board/task-board';
import { expectAccessible } from '@/components/test/axe';
import { OTHER_PROJECT, PROJECT, projectDetail } from '@/components/test/gallery/project';
import { boardOf, TODAY, taskCard } from '@/components/test/gallery/task';
import { serveTasks } from '@/components/test/gallery/task-server';
import { navigation } from '@/components/test/navigation';
import { list, server } from '@/components/test/server';
import { show, viewerOf } from '@/components/test/show';
import { NewTaskButton } from './new-task-button';

const dialog = page.getByRole('dialog', { name: 'New task' });
const title = dialog.getByRole('textbox', { name: 'Title' });

async function showBoard() {
  const cards = [taskCard(1)];
  const store = serveTasks(cards);
  server.on('GET projectList', () => list([projectDetail(), projectDetail({ ...OTHER_PROJECT })]));
  server.on('GET assigneeList', () => list([]));
  server.on('GET customFieldList', () => list([]));
  server.onAny('GET categorylist', () => list([{ _id: 'k-1', name: 'Design', colour: 'c3' }]));
  const screen = await show(
    <>
      <NewTaskButton />
      <TaskBoard
        viewer={viewerOf()}
        projectId={PROJECT._id}
        projectKey={PROJECT.key}
        view="WEB"
        allCompleted={false}
        filters={{}}
        today={TODAY}
        loadedAt={Date.now()}
        columns={boardOf(cards)}
      />
    </>,
    { url: `/acme/task?view=board&project=${PROJECT.key}` },
  );
  return { store, screen };
}

test('C opens a new task for the page’s project; a board shows what was made above it, and reads no other task', async () => {
  await showBoard();
  await userEvent.keyboard('c');
  await expect.element(title).toHaveFocus();
  await expect.element(dialog.getByRole('button', { name: `Project: ${PROJECT.name}` })).toBeVisible();
  await expectAccessible();
  const { length } = server.calls;
  await dialog.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await title.fill('Seen on the board');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: /Seen on the board/ })).toBeVisible();
  expect(server.calls.slice(length).filter((call) => /^GET task/.test(call))).toEqual([]);
  expect(server.inputs('POST Task')).toMatchObject([
    { title: 'Seen on the board', project_id: PROJECT._id, priority: 'high' },
  ]);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  expect(navigation.url).toBe('/acme/taskpage?task=WEB-2');
});

test('what was typed outlives Escape, a refusal and an empty title, and is gone once the task is made', async () => {
  await showBoard();
  await page.getByRole('button', { name: 'New task', exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect.element(dialog).toHaveTextContent('Give the task a title.');
  await expectAccessible();
  await title.fill('Order the signs');
  await dialog.getByRole('button', { name: /^Project/ }).click();
  await page.getByRole('menuitemradio', { name: OTHER_PROJECT.name }).click();
  await dialog.getByRole('button', { name: 'Category' }).click();
  await page.getByRole('menuitemradio', { name: 'Design' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'New task', exact: true }).first()).toHaveFocus();
  await page.getByRole('button', { name: 'New task', exact: true }).first().click();
  await expect.element(dialog).toHaveTextContent('Draft restored');
  await expect.element(title).toHaveValue('Order the signs');
  await expect.element(dialog.getByRole('button', { name: `Project: ${OTHER_PROJECT.name}` })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Category: Design' })).toBeVisible();
  server.refuseNext('POST Task', 403, 'forbidden', 'This project is archived.');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect.element(dialog).toHaveTextContent('This project is archived.');
  await expect.element(title).toHaveValue('Order the signs');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'New task', exact: true }).first().click();
  await expect.element(title).toHaveValue('');
  expect(dialog.element().textContent).not.toContain('Draft restored');
  // The project that was used last is left to pages without one of their own.
  await expect.element(dialog.getByRole('button', { name: `Project: ${PROJECT.name}` })).toBeVisible();
});
