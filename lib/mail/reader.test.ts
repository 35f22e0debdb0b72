import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAuth } from '@/lib/db';
import { deliverMailsOnce } from '@/lib/delivery/mail';
import { env } from '@/lib/env';
import { queueMail } from '@/lib/mail/queue';
import { listMails } from '@/lib/mail/sink';
import { fixtureId } from '@/lib/test/fixtures';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  await owner.connect();
  await owner.query('delete from outbox; delete from job');
  await rm(join(env.dataDir, 'mail'), { recursive: true, force: true, maxRetries: 10 });
});
afterAll(() => owner.end());

test('an email names days as its reader does, where the reader is', async () => {
  await owner.query(
    `update person set locale = 'de-DE', time_zone = 'Pacific/Auckland' where email = 'admin@acme.test'`,
  );
  const data = { organisation: 'Acme', key: 'acme', by: 'Ann', until: '2026-12-21T18:00:00.000Z' };
  for (const to of ['admin@acme.test', 'admin@globex.test', 'nobody@elsewhere.test'])
    await asAuth((db) => queueMail({ db }, { orgId: fixtureId('acme'), to, template: 'organisationDeleted', data }));
  await deliverMailsOnce();
  const text = async (to: string) => (await listMails(to))[0]?.text.replaceAll(/\s+/g, ' ');
  expect(await text('admin@acme.test')).toContain('deleted permanently on 22. Dezember 2026.');
  for (const to of ['admin@globex.test', 'nobody@elsewhere.test'])
    expect(await text(to)).toContain('deleted permanently on 21 December 2026.');
});
