import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { USER } from '@/components/test/gallery/people';
import { OTHER_PROJECT } from '@/components/test/gallery/project';
import { taskDetail } from '@/components/test/gallery/task';
import { showTask } from '@/components/test/gallery/task-page';
import { navigation } from '@/components/test/navigation';
import { list, server } from '@/components/test/server';

async function moving() {
  const page = await showTask(taskDetail(1, { assignees: [USER] }));
  server.onAny('GET projectList', () => list([{ ...OTHER_PROJECT, rights: { create_task: true } }]));
  server.on('POST moveTask/{id}', ({ dry_run }) => ({
    moved: !dry_run,
    task: { ...page.store.stored, key: dry_run ? 'WEB-1' : 'APP-1' },
    former_key: 'WEB-1',
    subtasks: 0,
    loses: {
      assignees: [USER],
      parent: null,
      milestone: null,
      clients: true,
      fields: ['Budget'],
      each: [{ _id: 't-1', assignees: 1, clients: true, fields: 1 }],
    },
  }));
  const open = page.screen.getByRole('button', { name: 'Move to another project' }).first();
  const dialog = page.screen.getByRole('dialog', { name: 'Move to another project' });
  return { ...page, open, dialog };
}

test('before a task moves to another project it is said what it loses; it goes by keyboard and the page follows', async () => {
  const { screen, open, dialog } = await moving();
  await userEvent.keyboard('m');
  await expect.element(dialog).toHaveTextContent('WEB-1 Task 1');
  await expect.element(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(open).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await dialog.getByLabelText('Project').selectOptions('Loyalty app (APP)');
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent(`${USER.name} does not belong to that project’s team`);
  await expectAccessible(dialog);
  (dialog.getByLabelText('Project').element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(screen.getByText('WEB-1 is APP-1 now.')).toBeVisible();
  await expect.poll(() => navigation.url).toBe('/acme/taskpage?task=APP-1');
  expect(server.inputs('POST moveTask/{id}').map(({ dry_run = false }) => dry_run)).toEqual([true, false]);
});

test('a move that is refused says why in its dialog, which stays', async () => {
  const { open, dialog } = await moving();
  await open.click();
  await dialog.getByLabelText('Project').selectOptions('Loyalty app (APP)');
  await expect.element(dialog.getByRole('button', { name: 'Move', exact: true })).toBeEnabled();
  server.refuseNext('POST moveTask/{id}', 409, 'conflict', 'Somebody changed this task meanwhile.');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.element(dialog.getByText('Somebody changed this task meanwhile.')).toBeVisible();
  expect(navigation.url).toBe('/acme/taskpage?task=WEB-1');
});
