import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { channelOf, openLive } from '../support/live';
import { nameOf } from '../support/organisation';

test('a thread is answered with names and keys, reacted to and resolved; a client follows what is for clients, and sees no more', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Threads', [nameOf('user')], [nameOf('client')]);
  const hidden = await leader.newTask(project._id, 'Negotiate quietly');
  const task = await leader.newTask(project._id, 'Talk it over', { audience: 'client' });
  const say = async (body: string, internal: boolean, parent_id?: string) =>
    (await leader.ask('POST', 'addTaskComment', { task_id: task._id, body, internal, parent_id })).data;
  const first = await say('Which paper?', false);
  const [page, clients] = [await org.as('user'), await org.as('client')];
  await openLive(org.url(`taskpage?task=${task.key}`), channelOf(project), page, clients);
  const comment = (words: string) => page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: words });

  await comment('Which paper?').getByRole('button', { name: 'Reply' }).press('Enter');
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await expect(reply).toBeFocused();
  await page.getByRole('radio', { name: 'Visible to client' }).first().check({ force: true });
  await reply.pressSequentially('The thick one, see #negotiate');
  await expect(page.getByRole('listbox', { name: 'Tasks' }).getByRole('option')).toContainText(hidden.key);
  await page.keyboard.press('Enter');
  await reply.pressSequentially(`@${nameOf('leader').split(' ')[0]}`);
  await expect(page.getByRole('listbox', { name: 'People' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await reply.press('Control+Enter');
  const answers = page.getByRole('list', { name: 'Replies' });
  await expect(answers.getByRole('link', { name: hidden.key })).toHaveAttribute('href', `taskpage?task=${hidden.key}`);
  const theirs = clients.getByRole('list', { name: 'Replies' });
  await expect(theirs).toContainText(`The thick one, see ${hidden.key} @${nameOf('leader')}`);
  await expect(theirs.getByRole('link', { name: hidden.key })).toHaveCount(0);
  expect(await clients.content()).not.toContain('Negotiate quietly');
  await expect
    .poll(async () => (await leader.ask('GET', 'notificationList')).docs.map(({ kind }) => kind))
    .toContain('comment.mentioned');

  await comment('The thick one').getByRole('button', { name: 'React' }).click();
  await page.getByRole('menuitem', { name: 'Party popper' }).press('Enter');
  await clients.getByRole('button', { name: 'Party popper, 1' }).click();
  await expect(comment('The thick one').getByRole('button', { name: 'Party popper, 2' })).toBeVisible();
  await say('One more thing', true, String(first._id));
  await expect(page.getByText('One more thing')).toBeVisible();
  await comment('Which paper?').first().getByRole('button', { name: 'Comment actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Resolve thread' }).click();
  await expect(page.getByText(`thread was resolved by ${nameOf('user')} · 2 replies`)).toBeVisible();
  await expect(clients.getByText(/thread was resolved.* · 1 reply/)).toBeVisible();
});

test('two who edit one description see each other, what does not touch is merged, and that one has left is seen', async ({
  org,
  console,
}) => {
  console.expectError(/409/);
  const leader = await org.program('leader');
  const project = await leader.newProject('Two pens', [nameOf('user')]);
  const description = 'Posters\n\nIn A2.\n\nBy Friday.';
  const assignee_ids = [org.memberId('user')];
  const { key } = await leader.newTask(project._id, 'Written together', { description, assignee_ids });
  const stored = async () => (await leader.ask('GET', `task/${key}`)).data.description;
  const [one, other] = [await org.as('leader'), await org.as('user')];
  await openLive(org.url(`taskpage?task=${key}`), channelOf(project), one, other);
  const field = (page: Page) => page.getByRole('textbox', { name: 'Description' });
  for (const page of [one, other]) {
    await page.evaluate(() => localStorage.setItem('guildhall-editor', 'markdown'));
    await page.getByRole('button', { name: 'Edit description' }).press('Enter');
  }
  await expect(one.getByText(`${nameOf('user')} is editing this too.`)).toBeVisible();
  await expect(other.getByText(`${nameOf('leader')} is editing this too.`)).toBeVisible();
  await field(one).fill(description.replace('Friday', 'Monday'));
  await field(other).fill(description.replace('Posters', 'The posters'));
  await field(other).press('Control+Enter');
  await expect(one.getByText(`${nameOf('user')} is editing this too.`)).toBeHidden();
  await field(one).press('Control+Enter');
  await expect(field(one)).toBeHidden();
  await expect.poll(stored).toBe('The posters\n\nIn A2.\n\nBy Monday.');
  await expect(other.getByText('By Monday.')).toBeVisible();
});
