import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storageAt } from '../../lib/storage/storage';
import { ownerClient } from '../../lib/test/owner';
import { DEMO_ORGANISATIONS, loadDemo } from './demo';
import { generate } from './generated';
import { PASSWORD, seedId } from './rows';

const NOW = new Date('2026-03-12T09:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'guildhall-seed-'));
const storage = storageAt({ dataDir: folder });
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const client = ownerClient();
const empty = () => client.query('truncate organisation, person, category cascade');

const TABLES =
  'organisation person member project project_picture milestone project_update task task_assignee label task_label custom_field custom_field_project custom_value saved_view workflow rule template dependency time_entry locked_week checklist_item client_request sign_off sign_off_person task_recurrence comment comment_reaction message message_reaction activity notification folder file file_version meeting meeting_exception meeting_attendee agenda_item'.split(
    ' ',
  );
async function contents() {
  const found: Record<string, string> = {};
  for (const table of TABLES) {
    const { rows } = await client.query(
      `select count(*) || ' ' || md5(string_agg(t::text, chr(10) order by t::text)) as sum from "${table}" t`,
    );
    found[table] = rows[0].sum;
  }
  return found;
}
const list = async (statement: string, values: unknown[] = []) => (await client.query(statement, values)).rows;

describe('the demo organisations', () => {
  beforeAll(empty);

  test('load once: a second time changes nothing', async () => {
    expect(await loadDemo(client, storage, NOW)).toBeGreaterThan(60);
    const before = await contents();
    expect(await loadDemo(client, storage, NOW)).toBe(0);
    expect(await contents()).toEqual(before);
  });

  test('hold a member of every role and one that waits, each with the demo password', async () => {
    const seats = ['admin', 'subadmin', 'leader', 'user', 'client', 'observer', 'pending'];
    const accounts = await list('select email, password_hash from person');
    for (const { key } of DEMO_ORGANISATIONS)
      for (const seat of seats) expect(accounts.map(({ email }) => email)).toContain(`${seat}@${key}.test`);
    for (const { password_hash } of accounts.slice(0, 3)) expect(await verify(password_hash, PASSWORD)).toBe(true);
    const roles = await list(
      `select o.key, m.role from member m join organisation o on o.id = m.org_id where m.email = 'both@guild.test' order by 1`,
    );
    expect(roles).toEqual([
      { key: 'acme', role: 'team_leader' },
      { key: 'globex', role: 'client' },
    ]);
  });

  test('have files, shared and internal, whose bytes are stored', async () => {
    const stored = await list('select storage_key as key, sha256, size::int from file_content');
    for (const { key, sha256, size } of stored) {
      const bytes = Buffer.from(await new Response(await storage.get(key)).arrayBuffer());
      expect([createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([sha256, size]);
    }
    const [found] = await list(
      `select count(*)::int > 6 as many, count(distinct audience)::int as audiences, max(version_number) as versions,
              bool_or(task_id is not null) as attached,
              count(distinct comment_id)::int as on_comments, bool_or(project_id is null) as own from file where org_id = $1`,
      [seedId('acme')],
    );
    expect(found).toEqual({ many: true, audiences: 2, versions: 2, attached: true, on_comments: 2, own: true });
    const [use] = await list('select used_bytes::int as used from storage_use where org_id = $1', [seedId('acme')]);
    expect(use.used).toBeGreaterThan(10_000);
  });

  test('assign work and tell of it only to people who are in the project or see them all', async () => {
    const outside = (table: string) =>
      list(`select from "${table}" x join task t on t.id = x.task_id join member m on m.id = x.member_id
        where m.role not in ('admin', 'subadmin', 'observer')
        and not exists (select from project_member pm where pm.project_id = t.project_id and pm.member_id = m.id)`);
    expect(await outside('task_assignee')).toEqual([]);
    expect(await outside('notification')).toEqual([]);
    const hidden =
      await list(`select from notification n join member m on m.id = n.member_id join task t on t.id = n.task_id
      where m.role = 'client' and t.audience = 'internal'`);
    expect(hidden).toEqual([]);
  });
});

describe('generated data', () => {
  beforeAll(empty);

  test('is as large as asked, the same for the same seed, and skips what is there', async () => {
    const size = { orgs: 2, users: 12, tasks: 301, seed: 7 };
    const load = () => generate(client, size, () => {}, NOW);
    expect(await load()).toMatchObject({ orgs: 2, tasks: 301, skipped: 0 });
    const first = await contents();
    expect(await load()).toMatchObject({ orgs: 0, tasks: 0, skipped: 2 });
    await empty();
    await load();
    const again = await contents();
    // The salt of the password is new each time.
    expect({ ...again, person: '' }).toEqual({ ...first, person: '' });
    expect(await list(`select count(*)::int as members from member where email = 'admin@org-0001.test'`)).toEqual([
      { members: 1 },
    ]);
  });
});
