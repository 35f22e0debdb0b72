import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { pictureFile } from '@/lib/account/endpoints.examples';
import type { OwnData } from '@/lib/account/schema';
import { asMemberCommitted, become } from '@/lib/test/as-member';
import { owner, room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { fixtureId } from '@/lib/test/fixtures';
import { bearer, call } from '@/lib/test/wire';

withChatRooms();
beforeEach(() => owner.query('delete from rate_limit'));

/** Tables about members that the file leaves out. */
const LEFT_OUT: Record<string, string> = {
  saved_view: 'a tool of work, in Settings',
  template: 'the organisation’s',
  rule: 'the organisation’s',
  task_recurrence: 'the task’s',
  task_watcher: 'on each task',
  custom_value: 'on each task',
  locked_week: 'in the sheet of time',
  calendar_feed: 'its address opens it',
  client_view: 'in the audit log',
  import_batch: 'the organisation’s',
  organisation_import: 'the organisation’s',
  idempotency_key: 'gone after a day',
  job: 'gone with its result',
  agenda_edit: 'on each line of an agenda',
  minutes_sent: 'in the mail',
  invitation: 'about somebody else',
  folder: 'the organisation’s',
  file_version: 'downloaded from the file manager',
  message_pin: 'a mark in a room',
  message_mention: 'what others wrote',
  thread_reading: 'how far one was shown what is in a room',
};

const download = async (seat: string) => call('POST', 'downloadOwnData', { token: await bearer(seat), body: {} });
const dataOf = async (seat: string) => JSON.parse((await download(seat)).body.data as string) as OwnData;
const at = (data: OwnData, key: string) => {
  const found = data.organisations.find(({ sub_domain }) => sub_domain === key);
  if (!found) throw new Error(`no ${key}`);
  return found;
};

describe('one’s own data', () => {
  test('is a file with what is one’s own, and nothing that is secret or another’s', async () => {
    await call('POST', 'profilePicture', { token: await bearer('acme.user'), body: { file: await pictureFile() } });
    const answer = await download('acme.user');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="guildhall-my-data.json"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const data = JSON.parse(answer.body.data as string) as OwnData;
    expect(data.account).toMatchObject({ email: 'user@acme.test', picture: { type: 'image/webp' } });
    const acme = at(data, 'acme');
    expect(acme).toMatchObject({ left_out: null, membership: { role: 'user', _id: fixtureId('acme.user') } });
    expect(acme.tasks_assigned.map(({ key }) => key).sort()).toEqual(['WEB-1', 'WEB-6']);
    expect(acme.tasks_created.map(({ key }) => key)).toEqual(['WEB-3']);
    expect(acme.projects.map(({ key }) => key)).toEqual(['WEB']);
    expect(acme.sessions).toMatchObject([{ kind: 'bearer', is_this_one: true }]);
    const text = JSON.stringify(answer.body);
    for (const secret of ['password_hash', '$argon2', 'totp_secret', 'code_hash', 'token_hash', 'leader@acme.test'])
      expect(text, secret).not.toContain(secret);
    const sessions = await owner.query('select id from session where member_id = $1', [fixtureId('acme.user')]);
    expect(sessions.rowCount).toBe(1);
    expect(text).not.toContain(sessions.rows[0].id);
  });

  test('reads each organisation through the door of that membership, as the role there', async () => {
    const data = await dataOf('acme.both');
    expect(data.organisations.map(({ sub_domain, membership }) => [sub_domain, membership.role])).toEqual([
      ['acme', 'team_leader'],
      ['globex', 'client'],
    ]);
    for (const key of ['acme', 'globex'])
      expect(at(data, key)).toMatchObject({ left_out: null, membership: { _id: fixtureId(`${key}.both`) } });
    const { rows } = await owner.query(
      `select org_id, actor_id from audit where action = 'data.downloaded' and actor_id = any($1)`,
      [[fixtureId('acme.both'), fixtureId('globex.both')]],
    );
    expect(rows).toHaveLength(2);
    // The session that opened the other door is gone.
    expect((await owner.query('select from session where member_id = $1', [fixtureId('globex.both')])).rowCount).toBe(
      0,
    );
  });

  test.each([
    ['waits', 'approval = 2', /waiting for approval/],
    ['was deactivated', 'deactivated_at = now()', /deactivated/],
  ])('where the membership %s it says so and holds the account’s side alone', async (_, change, reason) => {
    const id = fixtureId('globex.both');
    await owner.query(
      `insert into notification (org_id, id, member_id, kind) values ($1, gen_random_uuid(), $2, 'member.role_changed') on conflict do nothing`,
      [fixtureId('globex'), id],
    );
    expect(at(await dataOf('acme.both'), 'globex').notifications.length).toBeGreaterThan(0);
    await owner.query(`update member set ${change} where id = $1`, [id]);
    try {
      const globex = at(await dataOf('acme.both'), 'globex');
      expect(globex).toMatchObject({ membership: { _id: id }, notifications: [], activity: [] });
      expect(globex.left_out).toMatch(reason);
      const { rows } = await owner.query(
        `select count(*)::int as lines from audit where action = 'data.downloaded' and actor_id = $1`,
        [id],
      );
      expect(rows[0].lines).toBeGreaterThan(1);
    } finally {
      await owner.query('update member set approval = 1, deactivated_at = null where id = $1', [id]);
    }
  });

  test('has what one wrote in the chat and chose to be told of, and not how a browser is reached', async () => {
    await asMemberCommitted('acme.user', async (ctx) => {
      await say(ctx, 'My own words');
      await say(await become(ctx, 'acme.leader'), 'Somebody else’s words');
    });
    const [org, me] = [fixtureId('acme'), fixtureId('acme.user')];
    await owner.query(
      `insert into room_reading (org_id, room_id, member_id, muted) values ($1, $2, $3, true)
         on conflict (org_id, room_id, member_id) do update set muted = true`,
      [org, room('organisation'), me],
    );
    await owner.query(
      `insert into message_reaction (org_id, message_id, member_id, emoji) select org_id, id, $1, '👍' from message where author_id = $1`,
      [me],
    );
    await owner.query(
      `insert into presence (org_id, member_id, state, status_text) values ($1, $2, 'away', 'At lunch')`,
      [org, me],
    );
    await owner.query(`insert into notification_setting (org_id, member_id, digest_hour) values ($1, $2, 17)`, [
      org,
      me,
    ]);
    await owner.query(
      `insert into push_subscription (id, org_id, member_id, session_id, endpoint, p256dh, auth)
       values ($2, $1, $2, $2, 'https://push.example/secret-path', 'sealing-key', 'sealing-auth')`,
      [org, me],
    );
    const answer = await dataOf('acme.user');
    expect(at(answer, 'acme')).toMatchObject({
      messages: [{ room: 'project', project: 'WEB', body: 'My own words' }],
      reactions: [{ on: 'message', emoji: '👍' }],
      rooms: [{ kind: 'organisation', muted: true }],
      presence: { state: 'away', status: 'At lunch' },
      notification_settings: { digest_hour: 17 },
      push_subscriptions: [{ service: 'push.example' }],
    });
    const text = JSON.stringify(answer);
    for (const secret of ['secret-path', 'sealing-key', 'sealing-auth', 'Somebody else’s'])
      expect(text, secret).not.toContain(secret);
    for (const table of ['presence', 'notification_setting', 'push_subscription'])
      await owner.query(`delete from ${table}`);
  });

  test('leaves out no table that says something of a member, but for those with a reason', () => {
    const schema = readFileSync(resolve(import.meta.dirname, '../../prisma/schema.prisma'), 'utf8');
    const written = ['queries.own.ts', 'own-data.ts']
      .map((file) => readFileSync(resolve(import.meta.dirname, file), 'utf8'))
      .join();
    const tables = [...schema.matchAll(/^model \w+ \{([\s\S]*?)^\}/gm)]
      .filter(([, body = '']) => /\sMember\?? +@relation\(.*fields: \[orgId, /.test(body))
      .map(([, body = '']) => /@@map\("(\w+)"\)/.exec(body)?.[1] as string);
    expect(tables.length).toBeGreaterThan(20);
    const there = (table: string) => new RegExp(`\\b(?:from|join) ${table}\\b`).test(written);
    expect(tables.filter((table) => !there(table)).sort()).toEqual(Object.keys(LEFT_OUT).sort());
  });
});
