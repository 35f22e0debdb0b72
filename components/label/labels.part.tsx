import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { taskDetail } from '@/components/test/gallery/task';
import { LABELS, showTask } from '@/components/test/gallery/task-page';
import { navigation } from '@/components/test/navigation';
import { Refusal, server } from '@/components/test/server';
import { show } from '@/components/test/show';
import type { LabelUse } from '@/lib/label/schema';
import { wholeTest } from '@/lib/test/whole';
import { LabelActions, NewLabelButton } from './label-actions';

const [OWN] = LABELS as [LabelUse, LabelUse];

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

test('a label that somebody else renamed meanwhile is named by both; one’s own is used upon theirs', async () => {
  const screen = await show(<LabelActions label={OWN} />, { as: 'admin' });
  const current = { ...OWN, name: 'Theirs', version: 2 };
  server.on('PATCH label/{id}', ({ id: _, version, ...fields }) => {
    if (Number(version) !== 2) throw new Refusal(409, 'conflict', 'Somebody changed the label.', { current });
    return { ...current, ...fields, version: 3 };
  });
  await screen.getByRole('button', { name: 'Edit Own' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Own' });
  await dialog.getByLabelText('Name').fill('Mine');
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const both = dialog.getByRole('alert').filter({ hasText: 'Somebody changed the label' });
  await expect.element(both).toHaveTextContent(/Theirs · .*Mine · /);
  await both.getByRole('button', { name: 'Use mine' }).click();
  await expect.element(screen.getByText('Mine saved')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs('PATCH label/{id}').at(-1)).toMatchObject({ name: 'Mine', version: 2 });
  await expect.element(screen.getByRole('button', { name: 'Edit Own' })).toHaveFocus();
});

wholeTest('a label is deleted after a question that says what is lost, and brought back by Undo', async () => {
  const screen = await show(
    <>
      <NewLabelButton />
      <LabelActions label={OWN} />
    </>,
    { as: 'admin' },
  );
  server.on('DELETE label/{id}', () => OWN);
  server.on('POST restoreLabel/{id}', () => OWN);
  await screen.getByRole('button', { name: 'Delete Own' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Delete Own' });
  await expect.element(question).toHaveTextContent('1 task will lose it.');
  await expectAccessible(question);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Delete Own' })).toHaveFocus();
  expect(server.inputs('DELETE label/{id}')).toEqual([]);
  await screen.getByRole('button', { name: 'Delete Own' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByText('Own deleted')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(navigation.refreshes).toBeGreaterThan(0);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Own restored')).toBeVisible();
  expect(server.inputs('POST restoreLabel/{id}')).toEqual([{ id: OWN._id }]);

  server.on('POST label', ({ name, colour = 'c1' }) => ({ ...OWN, name, colour }));
  await screen.getByRole('button', { name: 'New label' }).click();
  const making = screen.getByRole('dialog', { name: 'New label' });
  await making.getByLabelText('Name').fill('Fresh');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Fresh created')).toBeVisible();
  await screen.unmount();
  const user = await show(<LabelActions label={OWN} />, { as: 'user' });
  expect(user.getByRole('button').query()).toBeNull();
});
