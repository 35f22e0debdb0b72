import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showList } from '@/components/test/gallery/list-page';
import { OTHER_PROJECT, PROJECT, taskCard, taskDetail, USER } from '@/components/test/gallery/records';
import { showTask } from '@/components/test/gallery/task-page';
import {
  dismiss,
  enter,
  expectAccessible,
  list,
  navigation,
  pickFrom,
  press,
  pressOn,
  server,
  show,
} from '@/components/test/part';
import type { CustomFieldUse } from '@/lib/custom-field/schema';
import type { FieldKind } from '@/lib/custom-field/vocabulary';
import { FieldActions, NewFieldButton } from './field-actions';

const ID = (at: number) => `018f0000-0000-7000-8000-00000000000${at}`;
const [LOW, HIGH] = [
  { _id: ID(8), name: 'Low', colour: 'c3' },
  { _id: ID(9), name: 'High', colour: 'c8' },
];
const field = (at: number, name: string, kind: FieldKind): CustomFieldUse => ({
  ...{ _id: ID(at), name, kind, audience: 'internal', choices: kind === 'choice' ? [LOW, HIGH] : [], archived: false },
  ...{ project_ids: null, position: at, version: 1, created_at: '2026-11-01T09:00:00.000Z' },
  ...{ tasks: 2, by_choice: { [LOW._id]: 2 } },
});
const SEVERITY = field(1, 'Severity', 'choice');
const BUDGET = field(2, 'Budget', 'number');
const LIVE = field(3, 'Go live', 'date');
const CONTACT = field(4, 'Contact', 'person');
const FIELDS = [SEVERITY, BUDGET, LIVE, CONTACT];
const UNDO = '{Control>}z{/Control}';

test('a field is made with its choices by keyboard; what tasks have can be retired, not removed', async () => {
  const screen = await show(
    <>
      <NewFieldButton />
      <FieldActions field={SEVERITY} at={0} of={2} />
    </>,
    { as: 'admin' },
  );
  server.on('POST customField', ({ name, kind, choices = [] }) => ({
    ...{ ...SEVERITY, name, kind },
    choices: choices.map((one, at) => ({ _id: ID(at), colour: 'c1', ...one })),
  }));
  await screen.getByRole('button', { name: 'New field' }).click();
  const making = screen.getByRole('dialog', { name: 'New field' });
  await making.getByLabelText('Name').fill('Browser');
  await making.getByLabelText('Kind').selectOptions('Choice');
  await making.getByLabelText('Choice 1', { exact: true }).fill('Firefox');
  await making.getByRole('button', { name: 'Add a choice' }).click();
  await expect.element(making.getByLabelText('Choice 3', { exact: true })).toHaveFocus();
  await userEvent.keyboard('Safari');
  await making.getByRole('button', { name: 'Move Safari up' }).click();
  await making.getByLabelText('Clients see its values').click();
  await expectAccessible(making);
  await making.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByText('Browser created')).toBeVisible();
  expect(server.inputs('POST customField')).toMatchObject([
    { name: 'Browser', kind: 'choice', audience: 'client', choices: [{ name: 'Firefox' }, { name: 'Safari' }] },
  ]);

  server.on('PATCH customField/{id}', () => SEVERITY);
  await screen.getByRole('button', { name: 'Edit Severity' }).click();
  const edit = screen.getByRole('dialog', { name: 'Edit Severity' });
  await expect.element(edit).toHaveTextContent('2 tasks have it.');
  expect(edit.getByRole('button', { name: 'Remove Low' }).query()).toBeNull();
  await edit.getByRole('button', { name: 'Retire Low' }).click();
  await edit.getByRole('button', { name: 'Remove High' }).click();
  server.onAny('GET projectList', () => list([PROJECT, OTHER_PROJECT]));
  await edit.getByLabelText('Projects').selectOptions('Chosen projects');
  await edit.getByRole('checkbox', { name: OTHER_PROJECT.name }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Severity saved')).toBeVisible();
  expect(server.inputs('PATCH customField/{id}')).toMatchObject([
    { id: SEVERITY._id, version: 1, choices: [{ _id: LOW._id, retired: true }], project_ids: [OTHER_PROJECT._id] },
  ]);

  server.on('DELETE customField/{id}', () => SEVERITY);
  server.on('POST restoreCustomField/{id}', () => SEVERITY);
  await screen.getByRole('button', { name: 'Delete Severity' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Delete Severity' });
  await expect.element(question).toHaveTextContent('2 tasks will lose their values.');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Severity restored')).toBeVisible();
  await screen.unmount();
  const user = await show(<FieldActions field={SEVERITY} at={0} of={2} />, { as: 'user' });
  expect(user.getByRole('button').query()).toBeNull();
});

test('a field is moved among the others, archived and offered again; a refusal is said', async () => {
  server.on('PATCH customField/{id}', () => BUDGET);
  const part = (archived: boolean) => <FieldActions field={{ ...BUDGET, archived }} at={1} of={2} />;
  const screen = await show(part(false), { as: 'admin' });
  const button = (name: string) => screen.getByRole('button', { name });
  await expect.element(button('Move Budget down')).toBeDisabled();
  await button('Archive Budget').click();
  await expect.element(screen.getByText('Budget archived: tasks keep their values')).toBeVisible();
  await screen.showAgain(part(true));
  await button('Bring back Budget').click();
  await expect.element(screen.getByText('Budget is offered again')).toBeVisible();
  server.refuseNext('PATCH customField/{id}', 403, 'forbidden', 'Not yours.');
  await button('Move Budget up').click();
  await expect.element(screen.getByText('Budget was not changed.')).toBeVisible();
  expect(server.inputs('PATCH customField/{id}').map(({ id: _, ...changes }) => changes)).toEqual([
    { archived: true },
    { archived: false },
    { position: 0 },
  ]);
});

test('values are taken away where they are given', async () => {
  const custom = { [BUDGET._id]: 900, [LIVE._id]: '2030-01-31', [CONTACT._id]: USER._id };
  const {
    screen,
    field: at,
    store,
  } = await showTask(taskDetail(1, { custom_fields: FIELDS, custom, custom_people: [USER] }));
  const values = () => store.stored.custom;
  const panel = (name: string) => screen.getByRole('dialog', { name });
  await at('Go live').click();
  await panel('Go live').getByRole('button', { name: 'No date' }).click();
  await expect.poll(values).toEqual({ [BUDGET._id]: 900, [CONTACT._id]: USER._id });
  await at('Contact').click();
  await panel('Contact').getByRole('button', { name: 'Nobody' }).click();
  await expect.poll(values).toEqual({ [BUDGET._id]: 900 });
  await at('Contact').click();
  await expect
    .element(panel('Contact').getByRole('button', { name: 'Nobody' }))
    .toHaveAttribute('aria-pressed', 'true');
  await dismiss(panel('Contact'));
  await at('Budget').click();
  await enter(screen.getByRole('textbox', { name: 'Budget' }), '');
  await expect.poll(values).toEqual({});
});

test('values are given on the task’s page, said to be wrong, and undone', async () => {
  const choices = [...SEVERITY.choices, { _id: ID(7), name: 'Blocker', colour: 'c1', retired: true }];
  const custom_fields = [{ ...SEVERITY, choices }, ...FIELDS.slice(1)];
  const task = taskDetail(1, { custom_fields, custom: { [BUDGET._id]: 900 } });
  const { screen, field: at, store } = await showTask(task);
  const values = () => store.stored.custom;
  await expect.element(at('Budget')).toHaveTextContent('900');
  await at('Budget').click();
  const box = screen.getByRole('textbox', { name: 'Budget' });
  await enter(box, 'a lot');
  await expect.element(screen.getByText('Write a number, such as 1250 or 12.5.')).toBeVisible();
  await expectAccessible(screen.getByRole('dialog', { name: 'Budget' }));
  // The comma of who writes numbers so.
  await enter(box, '1250,5');
  await expect.element(at('Budget')).toHaveTextContent('1,250.5');
  await at('Severity').click();
  await expect.element(screen.getByRole('menuitemradio', { name: 'Low' })).toBeVisible();
  expect(screen.getByRole('menuitemradio', { name: 'Blocker' }).query()).toBeNull();
  await screen.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.element(at('Severity')).toHaveTextContent('High');
  await at('Contact').click();
  await screen.getByRole('dialog', { name: 'Contact' }).getByRole('button', { name: USER.name }).click();
  await expect.element(at('Contact')).toHaveTextContent(USER.name);
  await expect.poll(values).toEqual({ [BUDGET._id]: 1250.5, [SEVERITY._id]: HIGH._id, [CONTACT._id]: USER._id });
  await expectAccessible();
  for (const left of [
    { [BUDGET._id]: 1250.5, [SEVERITY._id]: HIGH._id },
    { [BUDGET._id]: 1250.5 },
    { [BUDGET._id]: 900 },
  ]) {
    await userEvent.keyboard(UNDO);
    await expect.poll(values).toEqual(left);
  }
});

test.each([
  ['client', 'client', 'mention'],
  ['client', 'internal', undefined],
  ['internal', 'client', undefined],
] as const)('people of a field for the %s on a task for the %s: asked for %s', async (whose, audience, purpose) => {
  const { field: at } = await showTask(taskDetail(1, { audience, custom_fields: [{ ...CONTACT, audience: whose }] }));
  await at('Contact').click();
  await expect.poll(() => server.inputs('GET assigneeList').map((one) => one.purpose)).toEqual([purpose]);
});

test('whoever only reads sees the fields that have a value', async () => {
  const rights = { ...taskDetail(1).rights, edit: false };
  const task = taskDetail(1, { custom_fields: FIELDS, custom: { [LIVE._id]: '2030-01-31' }, rights });
  const { screen } = await showTask(task, { as: 'client' });
  await expect.element(screen.getByText('31 Jan 2030')).toBeVisible();
  expect(screen.getByText('Severity', { exact: true }).query()).toBeNull();
});

test('a column shows values and changes them; rows are filtered by them, and many are changed at once', async () => {
  const custom = (value: string) => ({ custom: { [SEVERITY._id]: value } });
  const {
    field: at,
    keys,
    bar,
    store,
  } = await showList([taskCard(1, custom(LOW._id)), taskCard(2, custom(HIGH._id)), taskCard(3)], {
    url: `/acme/task?columns=key,choice.${SEVERITY._id}`,
    fields: [...FIELDS, { ...field(5, 'Severity of old', 'text'), archived: true }],
  });
  await expect.element(page.getByRole('columnheader', { name: 'Severity' })).toBeVisible();
  await pressOn(at(3, 'Severity'), '{Enter}');
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.element(at(3, 'Severity')).toHaveTextContent('High');
  await expectAccessible();
  await press(UNDO);
  await expect.element(at(3, 'Severity')).toHaveTextContent('None');

  await press('f');
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await expect.element(dialog.getByRole('combobox', { name: 'Field to filter by' })).toHaveFocus();
  await press('sever');
  await expect
    .poll(() =>
      dialog
        .getByRole('option')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(['Severity']);
  await press('{Enter}');
  await dialog.getByRole('checkbox', { name: 'High' }).click();
  await expect.poll(keys).toEqual(['WEB-2']);
  await dialog.getByRole('checkbox', { name: 'None' }).click();
  await expect.poll(() => keys().toSorted()).toEqual(['WEB-2', 'WEB-3']);
  expect(decodeURIComponent(navigation.url)).toContain(`filter=choice.${SEVERITY._id}:${HIGH._id},none`);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('button', { name: 'Severity: High, None' })).toBeVisible();

  await press('j{Control>}a{/Control}');
  await pickFrom(bar.getByRole('button', { name: 'Field', exact: true }), 'Budget');
  await enter(page.getByRole('textbox', { name: 'Budget' }), '300');
  const budgets = () => [2, 3].map((number) => store.task(`t-${number}`).custom?.[BUDGET._id]);
  await expect.poll(budgets).toEqual([300, 300]);
});
