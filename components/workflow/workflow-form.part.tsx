import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { PROJECT } from '@/components/test/gallery/project';
import { message } from '@/components/test/messages';
import { navigation } from '@/components/test/navigation';
import { server } from '@/components/test/server';
import { show } from '@/components/test/show';
import type { WorkflowRecord } from '@/lib/workflow/schema';
import { STANDARD } from '@/lib/workflow/vocabulary';
import { WorkflowForm } from './workflow-form';

const workflow = (part: Partial<WorkflowRecord> = {}): WorkflowRecord => ({
  ...{ columns: [...STANDARD.columns], moves: null, over_limit: 'warn' as const },
  ...{ project_id: PROJECT._id, own: false, version: 0, may_edit: true },
  ...part,
});
const form = (record: WorkflowRecord) => <WorkflowForm workflow={record} backTo="the organisation’s workflow" />;
const name = page.getByLabelText('Name of Pending');
const named = STANDARD.columns.map((one) => (one.status === 1 ? { ...one, name: 'To do', limit: 3 } : one));

test('names, limits and moves are changed by keyboard, saved, reset, and the reset undone', async () => {
  const own = workflow({ columns: named, own: true, version: 1 });
  server.on('PUT workflow', () => own);
  server.on('DELETE workflow', () => workflow());
  await show(form(workflow()));
  expect(page.getByRole('button', { name: 'Save' }).elements()).toEqual([]);
  await name.fill('To do');
  await page.getByLabelText('Limit of Pending').fill('3');
  await page.getByRole('radio', { name: /^Refuse/ }).click();
  page.getByRole('checkbox', { name: 'Only some moves are allowed' }).element().focus();
  await userEvent.keyboard(' ');
  page.getByRole('checkbox', { name: 'From To do to Testing' }).element().focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  await expect.element(page.getByLabelText('Limit of Completed')).not.toBeInTheDocument();
  await expectAccessible();
  name.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(message('Saved')).toBeVisible();
  const [sent] = server.inputs('PUT workflow');
  expect(sent).toMatchObject({ project_id: PROJECT._id, version: 0, columns: named, over_limit: 'refuse' });
  expect([sent?.moves?.[1]?.includes(3), sent?.moves?.[1]?.includes(2), sent?.moves?.[2]?.includes(3)]).toEqual([
    ...[false, true, true],
  ]);
  await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Go by the organisation’s workflow again' }).click();
  await expect.element(name).toHaveValue('Pending');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(name).toHaveValue('To do');
  expect(server.inputs('PUT workflow')[1]).toMatchObject({ version: 0, columns: named });
  expect(navigation.refreshes).toBe(3);
});

test('what is refused says where; what somebody else saved meanwhile is said, and the own changes stay', async () => {
  const { showAgain } = await show(form(workflow({ version: 1 })));
  server.refuse('PUT workflow', 422, 'invalid', 'Check it.', {
    errors: { 'columns.0.name': ['Give it a name.'], columns: ['Two columns have the same name.'] },
  });
  await name.fill('Testing');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(name).toHaveAccessibleDescription(/Give it a name\./);
  await expect.element(page.getByText('Two columns have the same name.')).toBeVisible();
  await expectAccessible();
  const theirs = workflow({ version: 2, over_limit: 'refuse' });
  server.refuse('PUT workflow', 409, 'conflict', 'Changed.', { current: theirs });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText(/Somebody else changed the workflow in the meantime/)).toBeVisible();
  await expect.element(name).toHaveValue('Testing');
  server.on('PUT workflow', () => workflow({ version: 3 }));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => server.inputs('PUT workflow').at(-1)?.version).toBe(2);
  await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();

  // Drawn anew: with what others saved, unless it is being changed here.
  await showAgain(form(workflow({ version: 4, columns: named })));
  await expect.element(name).toHaveValue('To do');
  await name.fill('Next');
  await showAgain(form(workflow({ version: 5 })));
  await expect.element(name).toHaveValue('Next');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(name).toHaveValue('Pending');
});
