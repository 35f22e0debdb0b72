import type pg from 'pg';
import type { mailEndpoints } from '@/lib/mail/endpoints';
import { aRecord, type Examples } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

async function unsentMail(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into job (org_id, id, kind, lane, sealed, about, shared, state, attempts, last_error)
     values ($1, $2, 'mail', 'bulk', '', '{"to": "nobody@new.test", "template": "invitation"}', true, 'failed', 3, '550 No such mailbox')`,
    [fixtureId('acme'), id],
  );
  return id;
}

export const examples: Examples<typeof mailEndpoints> = {
  'GET unsentMailList': {
    seat: 'acme.admin',
    make: async (owner) => {
      await unsentMail(owner);
      return { query: { limit: '5' } };
    },
  },
  'POST retryMail': {
    seat: 'acme.admin',
    make: async (owner) => ({ body: { id: await unsentMail(owner) } }),
    about: aRecord,
  },
};
