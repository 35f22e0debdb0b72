import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { taskDetail } from '@/components/test/gallery/task';
import { showTask } from '@/components/test/gallery/task-page';
import { server } from '@/components/test/server';

test('a label that is not found is made by Enter and set; who may make none only finds', async () => {
  const { screen, field } = await showTask(taskDetail(1));
  await field('Labels').click();
  const find = screen.getByRole('searchbox', { name: 'Find or create a label' });
  await find.fill('own');
  await userEvent.keyboard('{Enter}');
  expect(server.inputs('POST label')).toEqual([]);
  server.refuseNext('POST label', 409, 'conflict', 'There is one of that name.');
  await find.fill('Needs ink');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('There is one of that name.');
  await expectAccessible(screen.getByRole('dialog', { name: 'Labels' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('checkbox', { name: 'Needs ink' })).toBeChecked();
  await expect.element(find).toHaveValue('');
  expect(server.inputs('PATCH task/{id}')).toMatchObject([{ label_ids: [expect.any(String)] }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(field('Labels')).toHaveFocus();
  await screen.unmount();

  const user = await showTask(taskDetail(1), { as: 'user' });
  await user.field('Labels').click();
  await user.screen.getByRole('searchbox', { name: 'Find a label' }).fill('Needs ink');
  await expect.element(user.screen.getByText('No label matches “Needs ink”.')).toBeVisible();
  expect(user.screen.getByRole('button', { name: /^Create/ }).query()).toBeNull();
});
