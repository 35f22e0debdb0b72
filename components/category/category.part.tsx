import { expect, test } from 'vitest';
import { expectAccessible } from '@/components/test/axe';
import { MADE_AT } from '@/components/test/gallery/member';
import { navigation } from '@/components/test/navigation';
import { server } from '@/components/test/server';
import { show } from '@/components/test/show';
import type { CategoryUse } from '@/lib/category/schema';
import { wholeTest } from '@/lib/test/whole';
import { CategoryActions, NewCategoryButton } from './category-actions';

const category = (part: Partial<CategoryUse> = {}): CategoryUse => ({
  _id: 'k-1',
  name: 'Paper',
  colour: 'c1',
  version: 1,
  created_at: MADE_AT,
  tasks: 1,
  projects: 0,
  ...part,
});
const actions = (one = category()) => (
  <>
    <NewCategoryButton />
    <CategoryActions category={one} />
  </>
);

test('a category is made once its name is free; who may not has no button', async () => {
  const taken = { errors: { name: ['This name is taken.'] } };
  server.refuse('POST createCategory', 409, 'conflict', 'This name is taken.', taken);
  const screen = await show(actions(), { as: 'admin' });
  await screen.getByRole('button', { name: 'New category' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New category' });
  await dialog.getByLabelText('Name').fill('Design');
  await dialog.getByText('Purple').click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(dialog.getByText('This name is taken.').first()).toBeVisible();
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  await expectAccessible();
  server.on('POST createCategory', (body) => category(body));
  await dialog.getByLabelText('Name').fill('Card');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByText('Card created')).toBeVisible();
  const [, sent] = server.inputs('POST createCategory');
  expect(sent).toEqual({ name: 'Card', colour: expect.stringMatching(/^c[2-8]$/) });
});

test('who may not make categories has no button', async () => {
  const screen = await show(actions(), { as: 'user' });
  expect(screen.getByRole('button', { name: /category|Edit|Delete/ }).elements()).toHaveLength(0);
});

wholeTest('a category that somebody else renamed meanwhile is decided about', async () => {
  const theirs = category({ name: 'Board', version: 2 });
  server.refuse('PUT editCategory/{id}', 409, 'conflict', 'Somebody was first.', { current: theirs });
  const screen = await show(actions(), { as: 'admin' });
  await screen.getByRole('button', { name: 'Edit Paper' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Paper' });
  await dialog.getByLabelText('Name').fill('Card');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Board · Blue')).toBeVisible();
  await expect.element(dialog.getByText('Card · Blue')).toBeVisible();
  await expectAccessible();
  server.on('PUT editCategory/{id}', ({ name = '' }) => category({ name, version: 3 }));
  await dialog.getByRole('button', { name: /mine/i }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs('PUT editCategory/{id}').at(-1)).toMatchObject({ name: 'Card', version: 2 });
});

test('deleting says what is lost, and Undo brings it back', async () => {
  server.onAny('DELETE deleteCategory/{id}', () => category());
  server.onAny('POST restoreCategory/{id}', () => category());
  const screen = await show(actions(), { as: 'admin' });
  await screen.getByRole('button', { name: 'Delete Paper' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Delete Paper' });
  await expect.element(question).toHaveTextContent('1 task will have no category.');
  await expectAccessible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(question).not.toBeInTheDocument();
  const { refreshes } = navigation;
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Paper restored')).toBeVisible();
  expect(server.inputs('POST restoreCategory/{id}')).toEqual([{ id: 'k-1' }]);
  await expect.poll(() => navigation.refreshes).toBeGreaterThan(refreshes);
});
