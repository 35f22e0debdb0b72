import { expect, test } from 'vitest';
import { expectAccessible } from '@/components/test/axe';
import { CLIENT, LEADER } from '@/components/test/gallery/people';
import { taskDetail } from '@/components/test/gallery/task';
import { showTask } from '@/components/test/gallery/task-page';
import { list, server } from '@/components/test/server';

const ALL = { screen: true, email: true, feed: true, export: true };
const NONE = { screen: false, email: false, feed: false, export: false };

test('who sees a task is told by groups, with reasons; a failure can be retried', async () => {
  const { screen } = await showTask(taskDetail(1));
  server.refuse('GET accessOf', 403, 'forbidden', 'Your role does not allow that.');
  const open = screen.getByRole('button', { name: 'Who sees this?' });
  await open.click();
  const dialog = screen.getByRole('dialog', { name: 'Who sees this task?' });
  await expect.element(dialog.getByText('Who sees this could not be loaded')).toBeVisible();
  await expectAccessible(dialog);
  server.on('GET accessOf', () =>
    list([
      { member: LEADER, sees: true, reason: 'Is in the project', doors: ALL },
      { member: CLIENT, sees: false, reason: 'Is a client, and this is internal', doors: NONE },
    ]),
  );
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect
    .element(dialog.getByRole('region', { name: 'Sees it', exact: true }))
    .toHaveTextContent('Is in the project · on screen, by email, in the history and in exports');
  await expect
    .element(dialog.getByRole('region', { name: 'Does not see it' }))
    .toHaveTextContent('Is a client, and this is internal');
  await expectAccessible(dialog);
});

test('a client is not offered it', async () => {
  const { screen } = await showTask(taskDetail(1), { as: 'client' });
  expect(screen.getByRole('button', { name: 'Who sees this?' }).query()).toBeNull();
});
