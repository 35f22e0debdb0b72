import { beforeAll, describe, expect, test } from 'vitest';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { asMember } from '@/lib/test/as-member';
import { committed, makeFolder } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';

/** What a command that forgot its check would meet: the policies of the tables themselves. */

const acme = (name: string) => fixtureId(`acme.${name}`);
const WEB = acme('WEB');
const owner = ownerClient();
/** Files and folders by who made them, and where. */
const made: Record<string, string> = {};

beforeAll(async () => {
  const add = async (seat: string, name: string, wanted: PlaceWanted) => {
    made[name] = await committed(seat, wanted, name);
  };
  made.open = await makeFolder(owner, { audience: 'client', by: 'user' });
  made.closed = await makeFolder(owner, { by: 'user' });
  made.org = await makeFolder(owner, { project: null, by: 'admin' });
  await add('user', 'by user', { project_id: WEB });
  await add('user2', 'by user2', { project_id: WEB });
  await add('user', 'shared', { folder_id: made.open });
  await add('client', 'by client', { project_id: WEB });
  await add('admin', 'of the organisation', {});
  await add('user', 'draft', { project_id: WEB, draft: true });
});

/** How many rows the statement reaches, or `refused`; rolled back. */
async function reached(seat: string, statement: string, ...values: unknown[]): Promise<number | 'refused'> {
  let outcome: number | 'refused' = 0;
  await asMember(seat, async ({ db }) => {
    outcome = await db.$executeRawUnsafe(statement, ...values);
  }).catch((error) => {
    if (!/row-level security|permission denied|only who leads/.test(String(error.message))) throw error;
    outcome = 'refused';
  });
  return outcome;
}
const seats = ['admin', 'subadmin', 'leader', 'user', 'user2', 'client', 'observer', 'outsider'];
const byAll = async (statement: string, ...values: unknown[]) =>
  Object.fromEntries(
    await Promise.all(seats.map(async (seat) => [seat, await reached(`acme.${seat}`, statement, ...values)] as const)),
  );

/** Whose statement reached the one row, and whose was refused; of everybody else it reached none. */
const only = (reaches: string, refused = '') =>
  Object.fromEntries(
    seats.map((seat) => [
      seat,
      reaches.split(' ').includes(seat) ? 1 : refused.split(' ').includes(seat) ? 'refused' : 0,
    ]),
  );

describe('a file', () => {
  const rename = `update file set name = 'x' where id = $1::uuid`;
  test.each([
    ['by user', 'admin subadmin leader user'],
    ['shared', 'admin subadmin leader user'],
    ['by client', 'admin subadmin leader client'],
    ['of the organisation', 'admin subadmin'],
    ['draft', 'user'],
  ])('%s is changed by %s', async (name, who) => {
    expect(await byAll(rename, made[name])).toEqual(only(who));
    expect(await reached('globex.admin', rename, made[name])).toBe(0);
  });

  test('is read by who sees its place, and a client sees what is shared', async () => {
    const seen = `select 1 from file where id = $1::uuid`;
    expect(await byAll(seen, made['by user'])).toEqual(only('admin subadmin leader user user2 observer'));
    expect(await byAll(seen, made.shared)).toMatchObject({ client: 1, outsider: 0 });
    expect(await byAll(seen, made['of the organisation'])).toMatchObject({ outsider: 1, observer: 1, client: 0 });
  });

  test('is shared by who leads, and nobody hides what is theirs from who may share', async () => {
    const share = `update file set audience = 'client' where id = $1::uuid`;
    expect(await byAll(share, made['by user'])).toEqual(only('admin subadmin leader', 'user'));
    const hide = `update file set audience = 'internal' where id = $1::uuid`;
    expect(await reached('acme.client', hide, made['by client'])).toBe('refused');
  });

  test('is moved by its owner only to where the owner may go', async () => {
    const move = `update file set project_id = $2::uuid, space_id = $2::uuid where id = $1::uuid`;
    expect(await reached('acme.user', move, made['by user'], acme('APP'))).toBe('refused');
    const out = `update file set project_id = null, space_id = org_id where id = $1::uuid`;
    expect(await reached('acme.user', out, made['by user'])).toBe('refused');
    const into = `update file set folder_id = $2::uuid where id = $1::uuid`;
    expect(await reached('acme.client', into, made['by client'], made.closed)).toBe('refused');
    expect(await reached('acme.client', into, made['by client'], made.open)).toBe(1);
    await expect(reached('acme.admin', into, made['of the organisation'], made.open)).rejects.toThrow(/foreign key/);
  });

  test('is put only where one may add, in one’s own name, and shared only into what is shared', async () => {
    const put = `insert into file (id, space_id, project_id, folder_id, name, name_key, name_order, audience, content_id, size, type, sha256, uploaded_by_id)
      select gen_random_uuid(), coalesce($1::uuid, org_id), $1::uuid, $2::uuid, gen_random_uuid()::text, gen_random_uuid()::text, '', $3, content_id, size, type, sha256, $4::uuid
        from file where id = $5::uuid`;
    const as = (
      seat: string,
      { project = WEB as string | null, folder = null as string | null, audience = 'internal', by = seat } = {},
    ) => reached(`acme.${seat}`, put, project, folder, audience, acme(by), made.shared);
    expect(await as('user')).toBe(1);
    expect(await as('user', { audience: 'client', folder: made.open })).toBe(1);
    for (const wrong of [
      ...[{ by: 'user2' }, { audience: 'client' }, { audience: 'client', folder: made.closed }],
      ...[{ project: acme('APP') }, { project: null }],
    ])
      expect(await as('user', wrong), JSON.stringify(wrong)).toBe('refused');
    expect(await as('admin', { project: null })).toBe(1);
    expect(await as('leader', { audience: 'client' })).toBe(1);
    expect(await as('client', { audience: 'client' })).toBe(1);
    expect(await as('client')).toBe('refused');
    expect(await as('client', { audience: 'client', folder: made.closed })).toBe('refused');
    expect(await as('observer')).toBe('refused');
  });

  test('goes for good out of the bin alone, by who leads', async () => {
    const purge = 'delete from file where id = $1::uuid';
    expect(await byAll(purge, made['by user'])).toEqual(only(''));
    await owner.query('update file set deleted_at = now() where id = $1', [made['by user']]);
    expect(await byAll(purge, made['by user'])).toEqual(only('admin subadmin leader'));
    await owner.query('update file set deleted_at = null where id = $1', [made['by user']]);
  });

  test('gets a version from who may change it, in one’s own name', async () => {
    const version = `insert into file_version (file_id, version_number, content_id, size, type, sha256, uploaded_by_id)
      select id, 2, content_id, size, type, sha256, app_member_id() from file where id = $1::uuid`;
    expect(await byAll(version, made.shared)).toEqual(only('admin subadmin leader user', 'user2 client observer'));
    expect(await reached('acme.admin', 'update file_version set size = 1')).toBe('refused');
    expect(await reached('acme.admin', 'delete from file_version')).toBe('refused');
  });
});

describe('a folder', () => {
  test('is changed and shared as a file is', async () => {
    const rename = `update folder set name = 'x' where id = $1::uuid`;
    expect(await byAll(rename, made.open)).toEqual(only('admin subadmin leader user'));
    expect(await byAll(rename, made.org)).toEqual(only('admin subadmin'));
    const share = `update folder set audience = 'client' where id = $1::uuid`;
    expect(await byAll(share, made.closed)).toEqual(only('admin subadmin leader', 'user'));
    await expect(reached('acme.admin', share, made.org)).rejects.toThrow(/folder_for_team/);
  });

  test('is made only where one may, and hangs in no folder of another space', async () => {
    const make = `insert into folder (id, space_id, project_id, parent_id, name, name_key, name_order, audience, created_by_id)
      values (gen_random_uuid(), coalesce($1::uuid, app_org_id()), $1::uuid, $2::uuid, 'new', 'new', 'new', $3, app_member_id())`;
    expect(await byAll(make, WEB, null, 'internal')).toEqual(
      only('admin subadmin leader user user2', 'client observer outsider'),
    );
    expect(await byAll(make, null, null, 'internal')).toMatchObject({ admin: 1, leader: 'refused', user: 'refused' });
    expect(await byAll(make, WEB, made.open, 'client')).toMatchObject({ user2: 1, client: 1, observer: 'refused' });
    expect(await byAll(make, WEB, null, 'client')).toMatchObject({ leader: 1, user2: 'refused', client: 1 });
    expect(await reached('acme.client', make, WEB, made.closed, 'client')).toBe('refused');
    await expect(reached('acme.admin', make, null, made.open, 'internal')).rejects.toThrow(/foreign key/);
  });
});

test('contents and their counter are written by nobody', async () => {
  for (const statement of [
    `insert into file_content (id, sha256, size, type, storage_key) values (gen_random_uuid(), repeat('0', 64), 1, 'x', 'x')`,
    'update file_content set size = 1',
    'delete from file_content',
    'update storage_use set used_bytes = 0',
    'insert into storage_use (used_bytes) values (0)',
  ])
    expect(await reached('acme.admin', statement), statement).toBe('refused');
  const seen = 'select 1 from file_content';
  expect(await reached('acme.outsider', seen)).toBe(1);
  expect(await reached('acme.client', seen)).toBe(2);
  expect(await reached('globex.admin', seen)).toBe(0);
});
