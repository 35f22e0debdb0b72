import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PageTitle } from '@/components/page/page-title';
import { MembersPanel } from '@/components/project/members-panel';
import { ViewAsDialog } from '@/components/project/view-as-dialog';
import { expectAccessible } from '@/components/test/axe';
import { showFrame } from '@/components/test/frame';
import { PROJECT, PROJECT_MEMBERS } from '@/components/test/gallery/project';
import { message } from '@/components/test/messages';
import { list, server } from '@/components/test/server';
import { show } from '@/components/test/show';

test.each([390, 1360])('at %i px every page of a view says whose it is, and how to end it', async (width) => {
  const view = { ends_at: new Date(Date.now() + 1_800_000).toISOString() };
  await showFrame(<PageTitle>Tasks</PageTitle>, { as: 'client', width, shell: { view } });
  const banner = page.getByRole('region', { name: 'Viewing as a client' });
  await expect.element(banner).toHaveTextContent('You view as Priya Raman. Nothing can be changed.');
  await expect.poll(() => document.title).toBe('Viewing as Priya Raman: Tasks · Acme Studio');
  // What is the client's own business has no button.
  for (const name of [/Notifications/, 'Chat', 'Logout', /profile/i])
    expect(page.getByRole('button', { name }).query(), String(name)).toBeNull();
  await expectAccessible();
  server.refuse('DELETE viewAs', 503, 'unavailable', 'The database is busy.');
  await banner.getByRole('button', { name: 'End view' }).click();
  await expect.element(message('You still view as the client. The database is busy.')).toBeVisible();
});

test('who leads a project looks as its clients from its people; a refusal says why', async () => {
  server.on('GET projectMembers', () => list(PROJECT_MEMBERS));
  await show(<MembersPanel projectId={PROJECT._id} mayChange initial={PROJECT_MEMBERS} />);
  server.refuse('POST viewAs', 403, 'forbidden', 'Only who leads a project of this client can look as them.');
  await page.getByRole('button', { name: 'View as Priya Raman' }).click();
  await expect.element(message('Only who leads a project of this client can look as them.')).toBeVisible();
  expect(page.getByRole('button', { name: /^View as/ }).elements()).toHaveLength(1);
  await expectAccessible();
});

const chooser = <ViewAsDialog project={PROJECT} onClose={() => undefined} />;

test('of a project one of its clients is chosen; what cannot be read is tried again', async () => {
  server.refuse('GET projectMembers', 422, 'invalid', 'Something went wrong.');
  await show(chooser);
  await expect.element(page.getByRole('alert')).toHaveTextContent('The clients could not be loaded');
  await expectAccessible();
  server.on('GET projectMembers', () => list(PROJECT_MEMBERS));
  await page.getByRole('button', { name: 'Retry' }).click();
  const clients = page.getByRole('list', { name: 'Clients' });
  await expect.element(clients.getByRole('listitem')).toHaveTextContent('Priya Raman');
  await expectAccessible();
});

test('who may not look as clients is not offered it', async () => {
  await show(<MembersPanel projectId={PROJECT._id} mayChange={false} initial={PROJECT_MEMBERS} />, { as: 'user' });
  expect(page.getByRole('button', { name: /^View as/ }).query()).toBeNull();
});
