import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { card } from '../support/board';
import { nameOf } from '../support/organisation';

test('a filter is kept in the address, by reloading and by Back; list, groups and board have the same tasks by it', {
  tag: '@whole',
}, async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Filter it', [nameOf('user')]);
  const user = org.memberId('user');
  const make = (title: string, more?: Record<string, unknown>) => leader.newTask(project._id, title, more);
  const late = await make('Late', { due_date: '2020-01-31' });
  const both = await make('High and theirs', { priority: 'high', assignee_ids: [user] });
  const high = await make('Only high', { priority: 'high' });
  const part = await make('Saw the planks', { parent_id: high._id });
  await leader.ask('POST', 'dependency', { task_id: late._id, blocks_id: part._id });
  const page = await org.as('leader');
  const keys = () =>
    page.locator('[data-row]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')).sort());
  const shows = (...tasks: { key: string }[]) => expect.poll(keys).toEqual(tasks.map(({ key }) => key).sort());
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  const pick = async (field: string, value: string) => {
    await expect(dialog.getByRole('combobox', { name: 'Field to filter by' })).toBeFocused();
    await page.keyboard.type(field);
    await expect(dialog.getByRole('option')).toHaveText([field]);
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: value }).press('Space');
  };
  await page.goto(org.url(`task?project=${project.key}`));
  await shows(late, both, high, part);
  await page.keyboard.press('f');
  await pick('Due date', 'Overdue');
  await shows(late);
  await dialog.getByRole('button', { name: 'Or…' }).press('Enter');
  await pick('Priority', 'High');
  await shows(late, both, high);
  await dialog.getByRole('button', { name: 'And…' }).press('Enter');
  await pick('Assignee', nameOf('user'));
  await shows(late, both);
  await page.keyboard.press('Escape');
  const words = `Due date: Overdue or (Priority: High and Assignee: ${nameOf('user')})`;
  const chip = page.getByRole('button', { name: words, exact: true });
  await expect(chip).toBeVisible();
  await page.reload();
  await shows(late, both);
  await expect(chip).toBeVisible();

  await page.getByRole('combobox', { name: 'Order' }).selectOption('In groups by assignee');
  const heads = page.locator('th[scope=rowgroup] button');
  await expect(heads).toHaveText([new RegExp(`${nameOf('user')}\\s*1$`), /Nobody\s*1$/]);
  // What others change comes and goes, and is counted, by the same condition.
  await leader.ask('PATCH', `taskCard/${high._id}`, { version: 1, assignee_ids: [user] });
  await expect(heads).toHaveText([new RegExp(`${nameOf('user')}\\s*2$`), /Nobody\s*1$/]);
  await leader.ask('PATCH', `taskCard/${both._id}`, { version: 1, priority: 'low' });
  await shows(late, high);
  await page.goBack();
  await expect(heads).toHaveCount(1);
  await shows(late, high);
  await page.goBack();
  await shows(late, both, high, part);
  await expect(chip).toHaveCount(0);
  await page.goForward();
  await shows(late, high);

  const filter = new URL(page.url()).searchParams.get('filter');
  await page.goto(org.url(`task?view=board&project=${project.key}&filter=${filter}`));
  await expect(chip).toBeVisible();
  await expect(card(page, high.key)).toBeVisible();
  await expect(card(page, late.key)).toBeVisible();
  await expect(card(page, both.key)).toHaveCount(0);

  await page.goto(org.url(`task?project=${project.key}&filter=blocks:yes`));
  await shows(late);
  await page.getByRole('link', { name: /^Remove the filter/ }).click();
  await shows(late, both, high, part);
  await page.keyboard.press('f');
  await pick('Parent', `${high.key} Only high`);
  await shows(part);
  await page.keyboard.press('Escape');

  // One that nobody understands is said, and nothing looks as if it matched.
  await page.goto(org.url(`task?project=${project.key}&filter=nope:1`));
  await expect(page.getByRole('main').getByRole('alert')).toContainText('There is no field “nope”.');
  await shows();
  await page.getByRole('link', { name: 'Clear filter' }).click();
  await shows(late, both, high, part);
});
