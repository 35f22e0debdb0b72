import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { chatIn, roomOf } from '../support/chat';
import { nameOf } from '../support/organisation';

test('who writes in the chat is not away', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Writing on', [nameOf('user')]);
  const page = await org.as('user');
  const said: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/presence'))
      said.push((request.postDataJSON() as { state: string }).state);
  });
  await page.clock.install();
  await page.goto(org.url(`chat?room=${await roomOf(leader, project)}`));
  const field = chatIn(page).getByRole('textbox', { name: 'Message to the team' });
  await expect(field).toBeVisible();
  // It says so two seconds after the page is there.
  await expect(async () => {
    await page.clock.fastForward(2_000);
    expect(said.at(-1)).toBe('active');
  }).toPass();
  await page.clock.fastForward(4 * 60_000);
  // The page hears of it by a message of the frame, for which the clock would not wait.
  const heard = await page.evaluateHandle(() => {
    const signs: Event[] = [];
    window.addEventListener('activity-in-a-frame', (sign) => signs.push(sign));
    return signs;
  });
  await field.pressSequentially('So');
  await expect.poll(() => heard.evaluate(({ length }) => length)).toBeGreaterThan(0);
  said.length = 0;
  await page.clock.fastForward(90_000);
  await expect.poll(() => said.length).toBeGreaterThan(0);
  expect(said).not.toContain('away');
});
