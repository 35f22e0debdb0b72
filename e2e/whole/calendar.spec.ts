import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { PHONE } from '../support/axe';
import { day, dayName } from '../support/days';
import { nameOf } from '../support/organisation';

test('a client reads calendar and timeline of what is shared with it, on a phone as lists, without scripts too', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Days of a client', [], [nameOf('client')]);
  const make = (title: string, more: object) => leader.newTask(project._id, title, { due_date: day(18), ...more });
  await make('Shared', { audience: 'client' });
  await make('Internal', {});
  await make('Undated', { audience: 'client', due_date: null });
  const page = await org.as('client', { viewport: PHONE, javaScriptEnabled: false });
  await page.goto(org.url(`task?view=calendar&project=${project.key}&date=${day(18)}`));
  const on = (date: string) => page.locator(`[data-day="${date}"]`);
  await expect(on(day(18)).getByRole('link', { name: 'Shared', exact: true })).toBeVisible();
  await expect(page.getByText('Internal')).toHaveCount(0);
  await expect(page.getByText('+1 more')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /1 task$/ })).toBeVisible();
  await expect(on(day(19))).toBeHidden();
  await page.getByRole('link', { name: 'Next month' }).click();
  await page.getByRole('link', { name: 'Next month' }).click();
  await expect(page.getByText('Nothing is due in this month.')).toBeVisible();

  await page.goto(org.url(`task?view=timeline&project=${project.key}`));
  const list = page.getByRole('list', { name: 'Tasks by start' });
  await expect(list.getByRole('listitem')).toHaveText([new RegExp(`Shared.*${dayName(18)}`)]);
  await expect(page.getByText('Internal')).toHaveCount(0);
});
