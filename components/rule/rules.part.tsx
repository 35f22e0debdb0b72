import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { live } from '@/components/test/connection';
import { LEADER } from '@/components/test/gallery/people';
import { PROJECT } from '@/components/test/gallery/project';
import { navigation } from '@/components/test/navigation';
import { list, server } from '@/components/test/server';
import { show } from '@/components/test/show';
import { organisationChannel } from '@/lib/realtime/events';
import type { RuleRecord } from '@/lib/rule/schema';
import { RuleList } from './rule-list';

const RULE: RuleRecord = {
  ...{ _id: 'ru-1', name: 'Review', project_id: PROJECT._id, enabled: true, trigger: 'moved', value: '3', filter: '' },
  ...{ actions: [{ do: 'priority', priority: 'urgent' }], actor: LEADER, active: true, last_run_at: null },
  ...{ may_edit: true, version: 1 },
};
const listed = (rules: RuleRecord[], creates = true) => (
  <RuleList rules={rules} projectId={PROJECT._id} creates={creates} names={{}} projects={[PROJECT]} />
);

test('a rule is made by keyboard: what it waits for, does and would have matched; what is wrong is said at its field', async () => {
  server.on('GET customFieldList', () => list([]));
  const screen = await show(listed([]));
  await expect.element(screen.getByText(/^No rules yet\./)).toBeVisible();
  const open = screen.getByRole('button', { name: 'New rule' });
  (open.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'New rule' });
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  await userEvent.keyboard('Review');
  await expect.element(dialog.getByLabelText('Which status')).toHaveValue('3');
  await dialog.getByLabelText('Action 1', { exact: true }).selectOptions('Set the priority to');
  await dialog.getByLabelText('Which priority').selectOptions('Urgent');
  await dialog.getByRole('button', { name: 'Another action' }).click();
  await expect.element(dialog.getByLabelText('Action 2', { exact: true })).toBeVisible();
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: 'Remove action 2' }).click();
  server.on('GET ruleMatches', () => ({ total: 7, tasks: [{ _id: 't-1', key: 'WEB-1', title: 'Task 1' }] }));
  await dialog.getByRole('button', { name: 'Try' }).click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('it would have matched 7 tasks: WEB-1 …');
  server.refuse('POST rule', 422, 'invalid', 'Not valid.', { errors: { name: ['There is one of that name.'] } });
  await dialog.getByRole('button', { name: 'Make the rule' }).click();
  await expect.element(dialog.getByText('There is one of that name.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  server.on('POST rule', () => RULE);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Review saved')).toBeVisible();
  expect(server.inputs('POST rule').at(-1)).toMatchObject({
    ...{ name: 'Review', trigger: 'moved', value: '3', project_id: PROJECT._id },
    actions: [{ do: 'priority', priority: 'urgent' }],
  });
  await expect.element(open).toHaveFocus();
  await screen.showAgain(listed([RULE]));
  await expect
    .element(screen.getByRole('listitem'))
    .toHaveTextContent('ReviewA task is moved to Testing → Set the priority to Urgent');
  const before = navigation.refreshes;
  live.say(organisationChannel('o-acme'), 'rules.changed', { id: 'o-acme' });
  await expect.poll(() => navigation.refreshes).toBeGreaterThan(before);
});

test('a rule tells what it did, is switched off, changed and deleted; a refusal is said and it stays on', async () => {
  server.on('GET customFieldList', () => list([]));
  const screen = await show(listed([RULE]));
  const run = {
    _id: 'r-1',
    task: { _id: 't-1', key: 'WEB-1', title: 'Task 1' },
    created_at: '2026-11-24T09:00:00.000Z',
  };
  server.on('GET ruleRunList', () => list([{ ...run, outcome: 'done', said: ['Priority: Urgent.'] }]));
  await screen.getByRole('button', { name: 'Log of Review' }).click();
  const log = screen.getByRole('dialog', { name: 'Log of Review' });
  await expect.element(log.getByRole('listitem')).toHaveTextContent(/WEB-1 Task 1.*Priority: Urgent\./);
  await expectAccessible(log);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Log of Review' })).toHaveFocus();

  server.on('PATCH rule/{id}', ({ id: _, version: __, ...fields }) => ({
    ...RULE,
    ...(fields as Partial<RuleRecord>),
  }));
  server.refuseNext('PATCH rule/{id}', 403, 'forbidden', 'Not yours.');
  const on = screen.getByRole('checkbox', { name: 'On: Review' });
  await on.click();
  await expect.element(screen.getByText('Not yours.')).toBeVisible();
  await expect.element(on).toBeChecked();
  await on.click();
  await expect.element(screen.getByText('Review is off')).toBeVisible();
  expect(server.inputs('PATCH rule/{id}').at(-1)).toMatchObject({ enabled: false, version: 1 });

  await screen.getByRole('button', { name: 'Edit Review' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Review' });
  await dialog.getByLabelText('When').selectOptions('due');
  await expect.element(dialog.getByLabelText('In how many days')).toHaveValue(2);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Review saved')).toBeVisible();
  expect(server.inputs('PATCH rule/{id}').at(-1)).toMatchObject({ trigger: 'due', value: '2' });

  server.on('DELETE rule/{id}', () => RULE);
  await screen.getByRole('button', { name: 'Delete Review' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Delete Review?' });
  await expect.element(question).toHaveTextContent('Its log goes with it.');
  await expectAccessible(question);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByText('Review deleted')).toBeVisible();
});

test('who may not edit a rule reads it and its log', async () => {
  const screen = await show(listed([{ ...RULE, may_edit: false, active: false }], false), { as: 'user' });
  await expect.element(screen.getByText(/who can no longer sign in: it does not run/)).toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: 'On: Review' })).toBeDisabled();
  await expect.element(screen.getByRole('button')).toHaveAccessibleName('Log of Review');
});
