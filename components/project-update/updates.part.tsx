import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import '@/components/test/css';
import { LEADER } from '@/components/test/gallery/people';
import { PROJECT } from '@/components/test/gallery/project';
import { server } from '@/components/test/server';
import { show } from '@/components/test/show';
import type { UpdateRecord } from '@/lib/project-update/schema';
import { UpdatesCard } from './updates-card';

const update = (_id: string, part: Partial<UpdateRecord> = {}): UpdateRecord => ({
  ...{ _id, project_id: PROJECT._id, author: LEADER, health: 'on_track', done: `Done ${_id}`, next: '', trouble: '' },
  ...{
    audience: 'internal',
    since: '2026-11-01T09:00:00.000Z',
    created_at: '2026-11-08T09:00:00.000Z',
    edited_at: null,
  },
  facts: { completed: 3, added: 0, late: 1, milestones: [{ name: 'Launch', change: 'moved', to: '2031-01-01' }] },
  ...{ version: 1, rights: { edit: true, delete: true } },
  ...part,
});
const dialog = page.getByRole('dialog');

test('the latest update stands in full with what happened since the one before; earlier ones are a press away', async () => {
  await show(
    <UpdatesCard
      projectId={PROJECT._id}
      updates={[update('u2', { health: 'off_track', trouble: 'Money' }), update('u1')]}
      more={0}
      mayWrite
      isClient={false}
    />,
  );
  await expect.element(page.getByText('Off track')).toBeVisible();
  const facts = page.getByRole('list', { name: 'Since the update before' }).first();
  await expect.element(facts).toHaveTextContent('3 completed1 lateLaunch moved');
  await expect.element(page.getByText('Done u1')).not.toBeVisible();
  await page.getByText('Earlier updates').click();
  await expect.element(page.getByText('Done u1')).toBeVisible();
  await expectAccessible();
});

test('one is written, refused at its field, changed, and deleted with undo', async () => {
  const mine = update('u1');
  await show(<UpdatesCard projectId={PROJECT._id} updates={[mine]} more={0} mayWrite isClient={false} />);
  server.refuse('POST projectUpdate', 422, 'invalid', 'Check the fields.', {
    errors: { done: ['Say something about the project.'] },
  });
  await page.getByRole('button', { name: 'Write update' }).click();
  await dialog.getByText('At risk').click();
  await dialog.getByRole('button', { name: 'Publish update' }).click();
  await expect.element(dialog.getByText('Say something about the project.')).toBeVisible();
  await expectAccessible();
  server.on('POST projectUpdate', () => mine);
  await dialog.getByLabelText('What stands in the way').fill('The logo files');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('The update was published')).toBeVisible();
  expect(server.inputs('POST projectUpdate').at(-1)).toEqual({
    ...{ project_id: PROJECT._id, health: 'at_risk', audience: 'internal' },
    ...{ done: '', next: '', trouble: 'The logo files' },
  });
  server.on('DELETE projectUpdate/{id}', () => mine);
  server.on('POST restoreProjectUpdate/{id}', () => mine);
  await page.getByRole('button', { name: 'Delete the update' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => server.inputs('POST restoreProjectUpdate/{id}')).toEqual([{ id: 'u1' }]);
});
