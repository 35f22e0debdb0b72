import type pg from 'pg';
import type { categoryEndpoints } from '@/lib/category/endpoints';
import { aRecord, body, type Examples, query, unique } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

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

export const examples: Examples<typeof categoryEndpoints> = {
  'GET categorylist': query(),
  'POST createCategory': body('acme.leader', () => ({ name: unique('Category'), colour: 'c3' })),
  'PUT editCategory/{id}': {
    seat: 'acme.admin',
    make: async (owner) => ({
      path: `editCategory/${await freshCategory(owner)}`,
      body: { name: `Better category ${++made}`, colour: 'c5' },
    }),
    about: aRecord,
  },
  'DELETE deleteCategory/{id}': {
    seat: 'acme.admin',
    make: async (owner) => ({ path: `deleteCategory/${await freshCategory(owner)}` }),
    about: aRecord,
  },
  'POST restoreCategory/{id}': {
    seat: 'acme.admin',
    make: async (owner) => ({ path: `restoreCategory/${await removedCategory(owner)}`, body: {} }),
    about: aRecord,
  },
};
