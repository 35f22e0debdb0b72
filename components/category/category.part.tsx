import { expect, test } from 'vitest';
import { expectAccessible } from '@/components/test/axe';
import { navigation } from '@/components/test/navigation';
import { Refusal, server } from '@/components/test/server';
import { show } from '@/components/test/show';
import { NewTintedButton, TintedActions, type TintedKind } from './tinted-actions';

/** Categories and labels in the settings. */

const PAPER = { _id: 'k-1', name: 'Paper', colour: 'c1', version: 1, tasks: 1 };
const KINDS = [
  {
    kind: 'category',
    create: 'POST createCategory',
    edit: 'PUT editCategory/{id}',
    remove: 'DELETE deleteCategory/{id}',
    restore: 'POST restoreCategory/{id}',
    loss: '1 task will have no category.',
  },
  {
    kind: 'label',
    create: 'POST label',
    edit: 'PATCH label/{id}',
    remove: 'DELETE label/{id}',
    restore: 'POST restoreLabel/{id}',
    loss: '1 task will lose it.',
  },
] as const;

const actions = (kind: TintedKind) => (
  <>
    <NewTintedButton kind={kind} />
    <TintedActions kind={kind} one={PAPER} />
  </>
);

test.each(KINDS)('a $kind is made once its name is free', async ({ kind, create }) => {
  server.refuse(create, 409, 'conflict', 'This name is taken.', { errors: { name: ['This name is taken.'] } });
  const screen = await show(actions(kind), { as: 'admin' });
  await screen.getByRole('button', { name: `New ${kind}` }).click();
  const dialog = screen.getByRole('dialog', { name: `New ${kind}` });
  await dialog.getByLabelText('Name').fill('Design');
  await dialog.getByText('Purple').click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(dialog.getByText('This name is taken.').first()).toBeVisible();
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  await expectAccessible();
  server.onAny(create, (body) => ({ ...PAPER, ...body }));
  await dialog.getByLabelText('Name').fill('Card');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByText('Card created')).toBeVisible();
  expect(server.inputs(create)[1]).toEqual({ name: 'Card', colour: expect.stringMatching(/^c[2-8]$/) });
});

test.each(KINDS)('who may make no $kind has no button', async ({ kind }) => {
  const screen = await show(actions(kind), { as: 'user' });
  expect(screen.getByRole('button', { name: /New|Edit|Delete/ }).elements()).toHaveLength(0);
});

test.each(KINDS)('a $kind that somebody else renamed meanwhile is decided about', async ({ kind, edit }) => {
  const current = { ...PAPER, name: 'Theirs', version: 2 };
  server.onAny(edit, ({ id: _, version, ...fields }) => {
    if (version !== 2) throw new Refusal(409, 'conflict', 'Somebody was first.', { current });
    return { ...current, ...fields, version: 3 };
  });
  const screen = await show(actions(kind), { as: 'admin' });
  await screen.getByRole('button', { name: 'Edit Paper' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Paper' });
  await dialog.getByLabelText('Name').fill('Mine');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const both = dialog.getByRole('alert').filter({ hasText: `Somebody changed the ${kind}` });
  await expect.element(both).toHaveTextContent(/Theirs · .*Mine · /);
  await expectAccessible(dialog);
  await both.getByRole('button', { name: 'Use mine' }).click();
  await expect.element(screen.getByText('Mine saved')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs(edit).at(-1)).toMatchObject({ id: 'k-1', name: 'Mine', version: 2 });
  await expect.element(screen.getByRole('button', { name: 'Edit Paper' })).toHaveFocus();
});

test.each(KINDS)(
  'deleting a $kind says what is lost, and Undo brings it back',
  async ({ kind, remove, restore, loss }) => {
    server.onAny(remove, () => PAPER);
    server.onAny(restore, () => PAPER);
    const screen = await show(actions(kind), { as: 'admin' });
    await screen.getByRole('button', { name: 'Delete Paper' }).click();
    const question = screen.getByRole('alertdialog', { name: 'Delete Paper' });
    await expect.element(question).toHaveTextContent(loss);
    await expectAccessible();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(question).not.toBeInTheDocument();
    const { refreshes } = navigation;
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByText('Paper restored')).toBeVisible();
    expect(server.inputs(restore)).toEqual([{ id: 'k-1' }]);
    await expect.poll(() => navigation.refreshes).toBeGreaterThan(refreshes);
  },
);
