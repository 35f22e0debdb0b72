import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callApi } from '@/lib/api/call';
import { table } from '@/lib/api/table';
import { listAudit, peopleOfAudit } from '@/lib/audit/queries';
import { type AuditRecord, ListAudit } from '@/lib/audit/schema';
import { changesInWords } from '@/lib/audit/vocabulary';
import type { Ctx } from '@/lib/org';
import { asMember } from '@/lib/test/as-member';
import { attempt } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { bearer, call, requestOf } from '@/lib/test/wire';
import { newId } from '@/lib/validation';

/** The audit log: who reads what of it, how it is asked, and that nobody rewrites it (G02, G03; permissions, row 51). */

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
const acme = (name: string) => fixtureId(`acme.${name}`);

type Line = { org?: string; actor?: string | null; action: string; target?: string; at?: string; ip?: string };
async function write({ org = 'acme', actor = 'admin', action, target, at, ip }: Line): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into audit (org_id, id, actor_id, action, target, ip, after, created_at)
     values ($1, $2, $3, $4, $5, $6, '{"role":"observer"}', coalesce($7::timestamptz, now()))`,
    [fixtureId(org), id, actor && fixtureId(`${org}.${actor}`), action, target ?? null, ip ?? null, at ?? null],
  );
  return id;
}
const read = async (ctx: Ctx, input: object = {}) => (await listAudit(ctx, ListAudit.parse(input))).docs;
const idsFor = async (who: string, input: object = {}) => {
  let docs: AuditRecord[] = [];
  await asMember(who, async (ctx) => {
    docs = await read(ctx, input);
  });
  return docs.map(({ _id }) => _id);
};

let ids: Record<'role' | 'signIn' | 'userSignIn' | 'invited' | 'old' | 'unknown' | 'project' | 'ended', string>;
beforeAll(async () => {
  ids = {
    old: await write({ action: 'invitation.sent', target: 'nina@new.test', at: '2026-01-31T23:30:00Z' }),
    invited: await write({ actor: 'leader', action: 'invitation.sent', target: 'otto@new.test' }),
    role: await write({ action: 'member.role_changed', target: acme('user'), ip: '203.0.113.7' }),
    signIn: await write({ action: 'sign_in', target: 'admin@acme.test' }),
    userSignIn: await write({ actor: 'user', action: 'sign_in', target: 'user@acme.test' }),
    unknown: await write({ action: 'teapot.boil_over', target: 'kettle' }),
    project: await write({ action: 'project.members_changed', target: acme('WEB') }),
    ended: await write({ action: 'session.ended', target: acme('user') }),
  };
  await write({ org: 'globex', action: 'member.role_changed', target: fixtureId('globex.user') });
});

describe('the audit log is read', () => {
  test('T07 whole by admins and observers, of their own organisation, newest first', async () => {
    const all = Object.values(ids);
    for (const who of ['acme.admin', 'acme.observer']) expect((await idsFor(who)).sort()).toEqual([...all].sort());
    expect((await idsFor('acme.admin'))[7]).toBe(ids.old);
    expect(await idsFor('globex.admin')).toHaveLength(1);
  });

  test('by sub-admins without how admins enter, whatever they filter by', async () => {
    expect(await idsFor('acme.subadmin')).not.toContain(ids.signIn);
    expect(await idsFor('acme.subadmin', { group: 'entering' })).toEqual([ids.ended, ids.userSignIn]);
    expect(await idsFor('acme.subadmin', { q: 'admin@acme.test' })).not.toContain(ids.signIn);
    expect(await idsFor('acme.admin', { group: 'entering' })).toContain(ids.signIn);
  });

  test('by people of the organisation, of whom a reader alone has the list', async () => {
    await asMember('acme.subadmin', async (ctx) => {
      const people = await peopleOfAudit(ctx);
      expect(people.map(({ _id }) => _id)).toEqual(expect.arrayContaining(['admin', 'client', 'gone'].map(acme)));
      expect(people.map(({ _id }) => _id)).not.toContain(fixtureId('globex.admin'));
      expect(people.map(({ name }) => name)).toEqual(people.map(({ name }) => name).toSorted());
    });
    for (const who of ['acme.leader', 'acme.user', 'acme.client'])
      expect(await attempt(who, peopleOfAudit)).toBe('forbidden');
  });

  test('by nobody else in the database itself', async () => {
    for (const who of ['acme.leader', 'acme.user', 'acme.client'])
      await asMember(who, async ({ db }) => expect(await db.audit.count()).toBe(0));
  });
});

describe('a line', () => {
  const one = async (id: string) => {
    let found: AuditRecord | undefined;
    await asMember('acme.admin', async (ctx) => {
      found = (await read(ctx)).find(({ _id }) => _id === id);
    });
    return found;
  };

  test('says in words who did what to whom', async () => {
    expect(await one(ids.role)).toMatchObject({
      says: 'admin of acme changed the role of user of acme to Observer',
      actor: { _id: acme('admin'), name: 'admin of acme' },
      target: { _id: acme('user'), name: 'user of acme' },
      ip: '203.0.113.7',
    });
    expect(await one(ids.project)).toMatchObject({ target: { name: 'WEB Website relaunch' } });
    // Of a kind that nobody described it stays readable.
    expect(await one(ids.unknown)).toMatchObject({ says: 'admin of acme: teapot boil over kettle' });
    expect(await one(ids.invited)).toMatchObject({ says: 'leader of acme invited otto@new.test as Observer' });
  });
});

describe('a filter', () => {
  test('by person finds what they did and what was done to them', async () => {
    expect(await idsFor('acme.admin', { member_id: acme('user') })).toEqual([ids.ended, ids.userSignIn, ids.role]);
  });

  test('by group', async () => {
    expect(await idsFor('acme.admin', { group: 'invitations' })).toEqual([ids.invited, ids.old]);
  });

  test('by day, in the reader’s time zone', async () => {
    const day = { from: '2026-02-01', to: '2026-02-01' };
    expect(await idsFor('acme.admin', day)).toEqual([]);
    expect(await idsFor('acme.admin', { from: '2026-01-31', to: '2026-01-31' })).toEqual([ids.old]);
    await asMember('acme.admin', async (ctx) => {
      const berlin = { ...ctx, actor: { ...ctx.actor, timeZone: 'Europe/Berlin' } };
      expect((await read(berlin, day)).map(({ _id }) => _id)).toEqual([ids.old]);
    });
  });

  test.each([
    ['a name', 'user of acme', () => [ids.ended, ids.userSignIn, ids.role]],
    ['an address that was invited', 'OTTO@new.test', () => [ids.invited]],
    ['the words of an action', 'role changed', () => [ids.role]],
    ['an action by its name', 'member.role_changed', () => [ids.role]],
    ['a network address', '203.0.113.7', () => [ids.role]],
    ['a project', 'relaunch', () => [ids.project]],
    ['nothing that is there', '%', () => []],
  ])('by text: %s', async (_what, q, wanted) => {
    expect(await idsFor('acme.admin', { q })).toEqual(wanted());
  });

  test('refuses an end before its beginning and a cursor that is none', () => {
    expect(ListAudit.safeParse({ from: '2026-02-02', to: '2026-02-01' }).success).toBe(false);
    expect(ListAudit.safeParse({ cursor: `2026-13-45T00:00:00.000Z_${acme('user')}` }).success).toBe(false);
    expect(ListAudit.safeParse({ cursor: "x' or true" }).success).toBe(false);
  });
});

test('pages follow each other without a gap or a repetition, also while lines are added', async () => {
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    await asMember('acme.admin', async (ctx) => {
      const page = await listAudit(ctx, ListAudit.parse({ limit: 3, ...(cursor && { cursor }) }));
      seen.push(...page.docs.map(({ _id }) => _id));
      cursor = page.next_cursor;
      expect(page.total).toBeGreaterThanOrEqual(8);
    });
    if (seen.length === 3) await write({ action: 'sign_out' });
  } while (cursor);
  expect([...seen].sort()).toEqual(Object.values(ids).sort());
});

test('changes stand side by side, field by field', () => {
  expect(changesInWords({ role: 'user', open: true }, { role: 'admin', tags: ['a', 'b'], note: null })).toEqual([
    { field: 'Role', from: 'User', to: 'Admin' },
    { field: 'Open', from: 'yes', to: null },
    { field: 'Tags', from: null, to: 'a, b' },
    { field: 'Note', from: null, to: 'none' },
  ]);
});

/** The audit log as a file (G02, D01, V10): what a spreadsheet opens safely, however long, and never unnoticed. */
const note = (action: string, target: string | null, after: object | null = null, userAgent: string | null = null) =>
  owner.query(
    `insert into audit (org_id, id, actor_id, action, target, after, user_agent) values ($1, $2, $3, $4, $5, $6, $7)`,
    [fixtureId('acme'), newId(), acme('admin'), action, target, after, userAgent],
  );
const save = async (seat: string, body: object) => call('POST', 'exportAuditLog', { token: await bearer(seat), body });
const textOf = async (seat: string, body: object) => (await save(seat, body)).body.data as string;
const exports = async () =>
  (await owner.query(`select actor_id, after, ip, user_agent from audit where action = 'audit.exported'`)).rows;

beforeEach(() => {
  process.env.RATE_LIMIT_FACTOR = '1000';
});

test('people, projects and categories of a line have their names, and are found by them', async () => {
  await note('member.deactivated', acme('gone'), { reassigned_to: acme('user2'), project: acme('WEB') });
  await note('category.edited', acme('Design'));
  await asMember('acme.admin', async (ctx) => {
    expect((await read(ctx, { q: 'member.deactivated' }))[0]).toMatchObject({
      target: { _id: acme('gone'), name: 'gone of acme' },
      after: { reassigned_to: 'user2 of acme', project: 'WEB Website relaunch' },
    });
    expect(await read(ctx, { q: 'dESIGN' })).toMatchObject([{ target: { _id: acme('Design'), name: 'Design' } }]);
  });
});

test('V10 no cell of the file is a formula, wherever it stands', async () => {
  const payload = '@SUM(1,1)';
  await note('member.edit', payload, { [payload]: payload }, payload);
  await note(payload, payload);
  await owner.query('update member set name = $1 where id = $2', [payload, acme('user2')]);
  await note('member.role', acme('user2'), { role: payload });
  const text = await textOf('acme.admin', { format: 'csv' });
  // Cells as a spreadsheet takes them apart.
  const cells = text
    .split('\r\n')
    .flatMap((line) => line.match(/(?<=^|,)("(?:[^"]|"")*"|[^,]*)/g) ?? [])
    .map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'));
  expect(cells.some((cell) => cell.includes(payload))).toBe(true);
  expect(cells.filter((cell) => /^[\s"]*[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
});

test('the JSON has the records of the list, with the filters that made it', async () => {
  await note('invitation.send', 'json@new.test', { role: 'user' });
  const file = JSON.parse(await textOf('acme.observer', { format: 'json', group: 'invitations' }));
  expect(file).toMatchObject({ exported_at: expect.any(String), filters: { group: 'invitations' } });
  expect(file.lines).toEqual(
    (await call('GET', 'auditLog', { token: await bearer('acme.observer'), query: { group: 'invitations' } })).body
      .docs,
  );
  expect(file.lines[0]).toMatchObject({ says: 'admin of acme invited json@new.test as User' });
});

test('G02 that somebody exported is a line, with what they asked for', async () => {
  const before = (await exports()).length;
  await save('acme.observer', { format: 'json', group: 'people' });
  await save('acme.user', {});
  const lines = await exports();
  expect(lines).toHaveLength(before + 1);
  expect(lines.at(-1)).toMatchObject({ actor_id: acme('observer'), after: { format: 'json', group: 'people' } });
});

test('a sub-admin’s file has nothing of how admins enter', async () => {
  await note('sign_in', 'admin@acme.test');
  expect(await textOf('acme.admin', { group: 'entering' })).toContain(',admin of acme signed in');
  expect(await textOf('acme.subadmin', { group: 'entering' })).not.toContain(',admin of acme signed in');
});

describe('of thousands of lines', () => {
  beforeAll(async () => {
    await owner.query(
      `insert into audit (org_id, id, actor_id, action, target, created_at)
       select $1, gen_random_uuid(), $2, 'task.delete', 'long' || n, now() - make_interval(mins => n % 40)
         from generate_series(1, 2321) n`,
      [fixtureId('acme'), acme('lead2')],
    );
  });

  test('each is there once, in order', async () => {
    const { lines } = JSON.parse(await textOf('acme.admin', { format: 'json', group: 'work' })) as {
      lines: { _id: string; created_at: string }[];
    };
    // And the one of the project.
    expect(lines).toHaveLength(2322);
    expect(new Set(lines.map(({ _id }) => _id)).size).toBe(2322);
    const times = lines.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('a page says that there are a thousand, which stands for more', () =>
    asMember('acme.admin', async (ctx) => {
      const page = await listAudit(ctx, ListAudit.parse({ group: 'work', limit: 1 }));
      expect([page.total, page.docs.length]).toEqual([1000, 1]);
    }));

  test('who loses the right on the way gets no more', async () => {
    const token = await bearer('acme.subadmin');
    const request = requestOf('POST', 'exportAuditLog', { token, body: { group: 'work' } });
    const answer = await callApi(table, request, 'exportAuditLog');
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    // The byte order mark, by which a spreadsheet knows the encoding.
    expect([...((await reader.read()).value ?? [])].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
    await owner.query(`update member set role = 'user' where id = $1`, [acme('subadmin')]);
    const rest = async () => {
      let size = 0;
      for (let part = await reader.read(); !part.done; part = await reader.read()) size += part.value.byteLength;
      return size;
    };
    await expect(rest()).rejects.toThrow(/cannot read the audit log/);
    await owner.query(`update member set role = 'subadmin' where id = $1`, [acme('subadmin')]);
  });
});
