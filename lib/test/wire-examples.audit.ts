import type pg from 'pg';
import { fixtureId } from '@/lib/test/fixtures';
import type { Example } from '@/lib/test/wire-examples';
import { newId } from '@/lib/validation';

/** The examples of the audit log and of what else stands in the settings. */

let made = 0;

async function freshCategory(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(`insert into category (org_id, id, name) values ($1, $2, $3)`, [
    fixtureId('acme'),
    id,
    `Fresh category ${++made}`,
  ]);
  return id;
}

async function removedCategory(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(`insert into removed_category (org_id, id, name, colour) values ($1, $2, $3, 'c2')`, [
    fixtureId('acme'),
    id,
    `Removed category ${++made}`,
  ]);
  return id;
}

/** A mail that was refused once. */
async function unsentMail(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into outbox (org_id, id, kind, payload, recipient, template, attempts, last_error, available_at)
     values ($1, $2, 'mail', '{}', 'nobody@new.test', 'invitation', 3, '550 No such mailbox', 'infinity')`,
    [fixtureId('acme'), id],
  );
  return id;
}

export const AUDIT_EXAMPLES: Record<string, Example> = {
  'GET auditLog': {
    seat: 'acme.admin',
    make: async () => ({ query: { group: 'entering', member_id: fixtureId('acme.admin'), q: 'e', limit: '3' } }),
  },
  'POST exportAuditLog': {
    seat: 'acme.admin',
    make: async () => ({ body: { format: 'csv', from: '2026-01-01' } }),
  },
  'GET unsentMailList': {
    seat: 'acme.admin',
    make: async (owner) => {
      await unsentMail(owner);
      return { query: { limit: '5' } };
    },
  },
  'POST retryMail': { seat: 'acme.admin', make: async (owner) => ({ body: { id: await unsentMail(owner) } }) },
  'PUT editCategory/{id}': {
    seat: 'acme.admin',
    make: async (owner) => ({
      path: `editCategory/${await freshCategory(owner)}`,
      body: { name: `Better category ${++made}`, colour: 'c5' },
    }),
  },
  'DELETE deleteCategory/{id}': {
    seat: 'acme.admin',
    make: async (owner) => ({ path: `deleteCategory/${await freshCategory(owner)}` }),
  },
  'POST restoreCategory/{id}': {
    seat: 'acme.admin',
    make: async (owner) => ({ path: `restoreCategory/${await removedCategory(owner)}`, body: {} }),
  },
};
