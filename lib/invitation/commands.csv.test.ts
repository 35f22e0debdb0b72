import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Door } from '@/lib/contract/endpoint';
import { csvCell, csvText } from '@/lib/csv';
import { closeDatabase } from '@/lib/db';
import { env } from '@/lib/env';
import { importInvitations } from '@/lib/invitation/commands.csv';
import { getInvitationBatch } from '@/lib/invitation/queries';
import { ImportInvitations, InvitationImport } from '@/lib/invitation/schema';
import { readInviteFile } from '@/lib/invitation/schema.csv';
import '@/lib/delivery/delivery';
import { kickOutbox } from '@/lib/outbox';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { manyOr } from '@/lib/test/whole';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(async () => {
  await owner.end();
  await closeDatabase();
});
beforeEach(async () => {
  for (const table of ['job', 'invitation', 'invitation_batch', 'rate_limit'])
    await owner.query(`delete from ${table}`);
});

const doorOf =
  (who: string): Door =>
  async (work) => {
    const value = await asMemberCommitted(who, work);
    kickOutbox(['work']);
    return value;
  };
const fileOf = (text: string) => ({ name: 'people.csv', type: 'text/csv', bytes: new TextEncoder().encode(text) });
const upload = (
  text: string,
  {
    who = 'acme.admin',
    door = doorOf(who),
    ...input
  }: { who?: string; door?: Door; dry_run?: boolean; batch_id?: string } = {},
) => importInvitations(door, ImportInvitations.parse({ file: fileOf(text), ...input }));
const count = async (table: 'invitation' | 'job') =>
  (
    await owner.query<{ n: number }>(
      `select count(*)::int as n from ${table}${table === 'job' ? ` where kind = 'mail'` : ''}`,
    )
  ).rows[0]?.n;

const MIXED = [
  'email,name,role,projects',
  'ann@example.org,Ann Able,user,WEB',
  'not an address,Bob,user,',
  'cy@example.org,"Cy, the ""third""",client,"WEB;APP"',
  'dee@example.org,Dee,emperor,',
  'ann@example.org,Ann again,user,',
  'user@acme.test,Already,user,',
  'eve@example.org,Eve,Team Leader,NOWHERE',
  '',
  'fay@example.org,"Fay\nwith a break",Observer,',
].join('\n');

describe('a file of people', () => {
  test('shows every bad row with its reason before anything is sent', async () => {
    const seen = await upload(MIXED, { dry_run: true });
    expect(InvitationImport.parse(seen)).toEqual(seen);
    expect(seen).toMatchObject({ total: 8, invited: 0, skipped: 2, batch_id: null });
    expect(seen.errors.map(({ row, column }) => [row, column])).toEqual([
      [3, 'email'],
      [5, 'role'],
      [8, 'projects'],
    ]);
    expect(seen.skipped_rows.map(({ row }) => row)).toEqual([6, 7]);
    expect(await count('invitation')).toBe(0);
    expect(await count('job')).toBe(0);
  });

  test('good rows go although others are bad', async () => {
    const done = await upload(MIXED);
    expect(done).toMatchObject({ total: 8, valid: 5, invited: 3, skipped: 2, finished: true });
    expect(done.invited_rows.map(({ email }) => email).sort()).toEqual([
      'ann@example.org',
      'cy@example.org',
      'fay@example.org',
    ]);
    expect(await count('job')).toBe(3);
    const { rows } = await owner.query('select email, name, role, project_ids from invitation order by email');
    expect(rows).toEqual([
      { email: 'ann@example.org', name: 'Ann Able', role: 'user', project_ids: [fixtureId('acme.WEB')] },
      {
        email: 'cy@example.org',
        name: 'Cy, the "third"',
        role: 'client',
        project_ids: [fixtureId('acme.WEB'), fixtureId('acme.APP')],
      },
      { email: 'fay@example.org', name: 'Fay with a break', role: 'observer', project_ids: [] },
    ]);
    await asMember('acme.admin', async (ctx) => {
      const batch = await getInvitationBatch(ctx, { id: done.batch_id as string });
      expect(batch).toMatchObject({ total: 8, invited: 3, skipped: 2, finished: true });
      expect(batch.errors).toEqual(done.errors);
    });
  });

  test('C03 the same file twice, or twice at once, invites nobody twice', async () => {
    await Promise.all([upload(MIXED), upload(MIXED)]);
    const again = await upload(MIXED);
    expect(again).toMatchObject({ invited: 0, skipped: 5 });
    expect(await count('invitation')).toBe(3);
    expect(await count('job')).toBe(3);
  });

  test('10,000 rows go in one file, more are refused', async () => {
    const fileOf = (rows: number) =>
      `\uFEFF${['E-Mail;Full name;Role;Projects', ...Array.from({ length: rows }, (_, i) => `p${i}@example.org;Person ${i};user;WEB`)].join('\r\n')}\r\n`;
    const many = manyOr(10_000, 700);
    const text = fileOf(many);
    const begun = await upload(text);
    expect(begun).toMatchObject({ total: many, errors: [] });
    await expect.poll(() => count('invitation'), { timeout: 200_000 }).toBe(many);
    expect(await count('job')).toBe(many);
    expect((await failureOf(upload(fileOf(10_000).replaceAll('@example.org', '@example.com')))).code).toBe(
      'rate_limited',
    );
    expect((await failureOf(upload(fileOf(10_001)))).code).toBe('invalid');
  }, 240_000);

  test('a sub-admin invites up to team leader, row by row', async () => {
    const seen = await upload('email,role\na@example.org,admin\nb@example.org,subadmin\nc@example.org,team_leader\n', {
      who: 'acme.subadmin',
    });
    expect(seen.invited).toBe(1);
    expect(seen.errors.map(({ row }) => row)).toEqual([2, 3]);
  });
});

describe('what spreadsheets write', () => {
  const one = { email: 'ann@example.org', name: 'Ann', role: 'team_leader', projects: ['WEB', 'APP'] };
  test.each([
    ['commas', 'email,name,role,projects\nann@example.org,Ann,team_leader,WEB;APP\n'],
    ['semicolons', 'email;name;role;projects\r\nann@example.org;Ann;Team Leader;WEB,APP\r\n'],
    ['tabs', 'email\tname\trole\tprojects\nann@example.org\tAnn\tteam leader\tWEB|APP'],
    [
      'a byte order mark, other order and case',
      '\uFEFFROLE,Projects,E-mail,NAME\nTEAM_LEADER,"WEB, APP",Ann@Example.org,Ann',
    ],
    ['old line ends and blank lines', 'email,name,role,projects\r\rann@example.org,Ann,teamleader,"WEB\nAPP"\r'],
  ])('%s', (_what, text) => {
    const { rows, errors } = readInviteFile(text);
    expect(errors).toEqual([]);
    expect(rows).toMatchObject([one]);
  });

  test('line ends of several kinds in one file', () => {
    const { rows, errors, total } = readInviteFile(
      'email,role,name\r\na@example.org,user,A\nb@example.org,user,"B\r\nB"\rc@example.org,user,C\n',
    );
    expect(errors).toEqual([]);
    expect(total).toBe(3);
    expect(rows.map(({ email }) => email)).toEqual(['a@example.org', 'b@example.org', 'c@example.org']);
  });

  test('more cells than columns: the row is not guessed at', () => {
    const { rows, errors } = readInviteFile('email,projects\na@example.org,WEB,APP\nb@example.org,WEB,,\n');
    expect(rows.map(({ email }) => email)).toEqual(['b@example.org']);
    expect(errors).toMatchObject([{ row: 2, column: 'projects', value: 'APP' }]);
  });

  test('a column that cannot be told is named', () => {
    expect(() => readInviteFile('who,what\na@example.org,user')).toThrow(/No column holds emails/);
    expect(readInviteFile('who,what\na@example.org,client', { email: 'who', role: 'what' }).rows).toMatchObject([
      { email: 'a@example.org', role: 'client' },
    ]);
  });

  test('a file that is not CSV, or not UTF-8, says so', async () => {
    expect((await failureOf(upload('email,name\na@example.org,"never closed'))).message).toMatch(/quotation mark/);
    const workbook = { name: 'x.xlsx', type: '', bytes: new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]) };
    expect(
      (await failureOf(importInvitations(doorOf('acme.admin'), ImportInvitations.parse({ file: workbook })))).message,
    ).toMatch(/not a CSV file/);
    const latin = { name: 'x.csv', type: '', bytes: new Uint8Array([101, 109, 97, 105, 108, 10, 0xe9]) };
    expect(
      (await failureOf(importInvitations(doorOf('acme.admin'), ImportInvitations.parse({ file: latin })))).message,
    ).toMatch(/UTF-8/);
  });

  test('C01 what leaves again holds no formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@x', '\tx', '\rx', '\0=x', ' =x', '"=x', '＝x'])
      expect([text, csvCell(text).replace(/^"/, '').startsWith("'")]).toEqual([text, true]);
    expect(
      csvText([
        ['a', 'b "c"', 'd,e'],
        [1, null, 'f\ng'],
      ]),
    ).toBe('\uFEFFa,"b ""c""","d,e"\r\n1,,"f\ng"\r\n');
  });
});
