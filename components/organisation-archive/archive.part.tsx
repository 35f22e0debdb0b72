import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { jobRecord } from '@/components/test/gallery/job';
import { list, server } from '@/components/test/server';
import { show } from '@/components/test/show';
import type { JobRecord } from '@/lib/job/schema';
import type { OrganisationImport } from '@/lib/organisation-archive/schema';
import { ArchivePanel } from './archive-panel';
import { ImportPanel } from './import-panel';

const done = jobRecord({ state: 'done', can: { cancel: false }, available_until: '2026-11-25T08:00:00.000Z' });

test('an archive is asked for by keyboard with the password, is followed, and its link is the browser’s to fetch', async () => {
  server.on('GET jobList', () => list<JobRecord>([]));
  server.on('GET job/{id}', () => done);
  const screen = await show(<ArchivePanel />, { as: 'admin' });
  server.refuseNext('POST exportOrganisation', 422, 'invalid', 'This is not your current password.');
  server.on('POST exportOrganisation', () => jobRecord());
  const password = screen.getByLabelText('Current password');
  await password.fill('correct horse');
  await expectAccessible();
  const held = server.hold('GET job/{id}');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Preparing… 400 records')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Prepare archive' })).toBeDisabled();
  await expectAccessible();
  held.release();
  const link = screen.getByRole('link', { name: 'acme-2026-11-24.zip' });
  await expect.element(link).toHaveAttribute('href', '/api/jobFile/j-1');
  expect(server.inputs('POST exportOrganisation')).toEqual([{ current_password: 'correct horse' }]);
});

test('an archive is imported where there are no projects, is followed, and what it lacks is said; a refusal too', async () => {
  const running = jobRecord({ kind: 'organisation.import', can: { cancel: false } });
  const made: OrganisationImport = {
    ...{ file_name: 'a.zip', counts: { task: 7, comment: 2 }, lacks: ['Passwords are not in it.'], problem: null },
    ...{ job: running, created_at: '2026-11-24T08:00:00.000Z', finished_at: null },
  };
  server.on('GET organisationImport', () => ({ latest: made, possible: false }));
  server.on('GET job/{id}', () => running);
  const screen = await show(<ImportPanel latest={null} possible />, { as: 'admin' });
  await screen.getByRole('button', { name: 'Import archive' }).click();
  await expect.element(screen.getByText('Choose an archive first.')).toBeVisible();
  server.onAny('POST importOrganisation', () => running);
  server.refuseNext('POST importOrganisation', 422, 'invalid', 'This is no ZIP archive.');
  await screen.getByLabelText('Archive').upload(new File(['x'], 'a.zip', { type: 'application/zip' }));
  const button = screen.getByRole('button', { name: 'Import archive' });
  await button.click();
  await expect.element(screen.getByText('This is no ZIP archive.')).toBeVisible();
  await expectAccessible();
  await button.click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('400 of 1000 records');
  await expectAccessible();
  server.on('GET organisationImport', () => ({
    latest: { ...made, job: { ...running, state: 'done' }, finished_at: '2026-11-24T09:00:00.000Z' },
    possible: false,
  }));
  server.on('GET job/{id}', () => ({ ...running, state: 'done' }));
  await expect.element(screen.getByText('Passwords are not in it.')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'The last import' })).toHaveTextContent('9 records');
  await expectAccessible();
});
