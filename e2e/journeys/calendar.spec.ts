import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { day, dayName } from '../support/days';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';

/** How calendar and timeline work: components/calendar/calendar.part.tsx, components/timeline/timeline.part.tsx. */

test('a task moved in the calendar moves in the timeline of another, and the other way round', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Over time', [nameOf('user')]);
  const dates = { start_date: day(0), due_date: day(2) };
  const task = await leader.newTask(project._id, 'Hang the lamp', { ...dates, assignee_ids: [org.memberId('user')] });
  const stored = async () => (await leader.ask('GET', `task/${task._id}`)).data;
  const [calendar, timeline] = [await org.as('leader'), await org.as('user')];
  const channel = `private-project-${project._id}`;
  const live = Promise.all([joined(calendar, channel), joined(timeline, channel)]);
  await calendar.goto(org.url(`task?view=calendar&project=${project.key}&span=week&date=${day(2)}`));
  await timeline.goto(org.url(`task?view=timeline&project=${project.key}&zoom=week`));
  await live;

  const on = (date: string) => calendar.locator(`[data-day="${date}"]`).getByRole('link', { name: 'Hang the lamp' });
  await on(day(2)).focus();
  await calendar.keyboard.press('Alt+ArrowUp');
  const row = timeline.locator(`[data-row="${task.key}"] [data-title]`);
  await expect(row).toContainText(`${dayName(-7)} to ${dayName(-5)}`);
  expect(await stored()).toMatchObject({ start_date: day(-7), due_date: day(-5) });

  const grip = timeline.locator(`[data-bar="${task._id}"] [data-grip="due"]`);
  const box = await grip.boundingBox();
  if (!box) throw new Error('Not on the screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await timeline.mouse.move(x, y);
  await timeline.mouse.down();
  await timeline.mouse.move(x + 60, y, { steps: 4 });
  await timeline.mouse.move(x + 112, y, { steps: 4 });
  await timeline.mouse.up();
  await expect(on(day(2))).toBeVisible();
  expect(await stored()).toMatchObject({ start_date: day(-7), due_date: day(2) });
  await timeline.keyboard.press('Control+z');
  await expect(on(day(2))).toHaveCount(0);
  expect(await stored()).toMatchObject({ start_date: day(-7), due_date: day(-5) });
});
