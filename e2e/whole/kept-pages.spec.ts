import { expect, type Response } from '@playwright/test';
import { test } from '../fixtures';

/** The answer was a page that had been rendered before. */
const isCopy = (answer: Response | null) => answer?.headers()['server-timing'] === 'copy';
const bare = async (answer: Response | null) =>
  ((await answer?.text()) ?? '').replace(/(nonce\\?"?[=:]\\?"?)[\w+/=]+/g, '$1').replace(/("loadedAt\\?":)\d+/g, '$1');

const pagesOf = (key: string) => [
  ...[`task?project=${key}`, `task?view=board&project=${key}`, `projectdetails?project=${key}&tab=tasks`],
  ...['project', 'settings', 'settings?section=roles'],
];

test('a page that is answered with a copy is the one that would be rendered, and a change is in it', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Kept pages');
  const task = await leader.newTask(project._id, 'Written before');
  const page = await org.as('observer');
  for (const path of pagesOf(project.key)) {
    const read = () => page.goto(org.url(path), { waitUntil: 'commit' });
    await expect(async () => {
      const url = page.url();
      const rendered = await bare(await read());
      const copy = await read();
      expect(isCopy(copy), url).toBe(true);
      expect(await bare(copy)).toBe(rendered);
    }, path).toPass();
  }
  // Words that age are in its HTML.
  await page.goto(org.url(`taskpage?task=${task.key}`));
  expect(isCopy(await page.reload())).toBe(false);

  const list = org.url(`task?project=${project.key}`);
  await page.goto(list);
  await leader.newTask(project._id, 'Not in any copy');
  expect(await (await page.goto(list))?.text()).toContain('Not in any copy');
});

test('going back and forth reads pages that are kept', async ({ org }) => {
  const page = await org.as('observer');
  let copies = 0;
  page.on('response', (answer) => {
    if (answer.url().includes('_rsc=') && isCopy(answer)) copies++;
  });
  await page.goto(org.url('project'));
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(async () => {
    await nav.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await nav.getByRole('link', { name: 'Project', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Project' })).toBeVisible();
    expect(copies).toBeGreaterThanOrEqual(2);
  }).toPass();
});
