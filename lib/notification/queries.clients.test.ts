import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverMailsOnce } from '@/lib/delivery/mail';
import { kindOf } from '@/lib/event/registry';
import { listNotifications } from '@/lib/notification/queries';
import { writeNotices } from '@/lib/notification/queries.mail';
import { writePushes } from '@/lib/notification/queries.send';
import { ListNotifications } from '@/lib/notification/schema';
import { STATES } from '@/lib/notification/vocabulary';
import { whoIn } from '@/lib/notification/vocabulary.row';
import type { Ctx } from '@/lib/org';
import { asMember } from '@/lib/test/as-member';
import { NOTIFICATION_SAMPLES } from '@/lib/test/event-samples';
import { fixtureId, insert, TASKS } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { newId } from '@/lib/validation';

/**
 * Whatever lies in a client's inbox, of every kind and about every task and project: the list, emails and push say
 * nothing of what is not shared with it. Each word is looked for that only internal things have.
 */

const acme = (name: string) => fixtureId(`acme.${name}`);
const owner = ownerClient();
const CLIENT = 'acme.client';
const SHARED = TASKS.filter(({ key, audience }) => key.startsWith('WEB') && audience === 'client');
const HIDDEN = TASKS.filter((task) => !SHARED.includes(task));

const rows = NOTIFICATION_SAMPLES.filter(([kind]) => !kind.startsWith('message.')).flatMap(([kind, data]) => {
  const about = /^(task|comment)\.|^rule\.told/.test(kind);
  const given = 'project_id' in data;
  if (about) return TASKS.map(({ key }) => ({ kind, data, task: acme(key) as string | null }));
  return ['WEB', 'APP'].map((key) => ({ kind, data: given ? { ...data, project_id: acme(key) } : data, task: null }));
});

const CHAT_KINDS = NOTIFICATION_SAMPLES.map(([kind]) => kind).filter((kind) => kind.startsWith('message.'));
const told = () => ({ id: newId(), member_id: acme('client'), actor_id: acme('leader'), topic: 'mentioned' });
/** Said where the client does not read it. */
const HIDDEN_WORD = 'zaffre';

/** One message in each of Acme's rooms, and notifications of all kinds about it. */
async function tellOfMessages(): Promise<void> {
  const { rows: rooms } = await owner.query(
    `select r.id, r.kind = 'project_clients' and r.project_id = $2 as seen from room r where r.org_id = $1`,
    [fixtureId('acme'), acme('WEB')],
  );
  for (const { id, seen } of rooms) {
    const message = newId();
    const of = { org_id: fixtureId('acme'), room_id: id };
    await insert(owner, 'message', {
      ...{ ...of, id: message, seq: 1, place: 1, author_id: acme('leader'), client_id: message },
      body: seen ? 'Good morning' : `About ${HIDDEN_WORD}`,
    });
    await insert(owner, 'message_mention', { ...of, message_id: message, member_id: acme('client'), seq: 1 });
    for (const kind of CHAT_KINDS)
      for (const archived_at of [null, new Date()])
        await insert(owner, 'notification', {
          ...{ ...of, ...told(), message_id: message, kind, data: { message_id: message }, archived_at },
        });
  }
}

beforeAll(async () => {
  await owner.query('delete from notification; delete from job');
  // What is due is told once.
  for (const { kind, data, task } of rows)
    for (const state of STATES)
      await insert(
        owner,
        'notification',
        {
          ...{ org_id: fixtureId('acme'), ...told(), task_id: task, kind, data },
          archived_at: state === 'archived' ? new Date() : null,
          snoozed_until: state === 'snoozed' ? new Date(Date.now() + 86_400_000) : null,
        },
        'on conflict do nothing',
      );
  await tellOfMessages();
});
afterAll(() => owner.query('delete from message'));

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}-]{4,}/gu) ?? [];
const known = new Set(SHARED.flatMap(({ key, title }) => [key.toLowerCase(), ...words(title)]));
const internal = [
  HIDDEN_WORD,
  'loyalty',
  ...new Set(HIDDEN.flatMap(({ key, title }) => [key.toLowerCase(), ...words(title)])),
].filter((word) => !known.has(word));
const saysNothingInternal = (said: unknown) => {
  const text = JSON.stringify(said).toLowerCase();
  const alone = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}-])${word}(?![\\p{L}\\p{N}-])`, 'u');
  expect(internal.filter((word) => alone(word).test(text))).toEqual([]);
};
const IDS = `select id, coalesce(room_id::text, task_id::text, id::text) as subject from notification where member_id = $1`;
const ids = async () => (await owner.query<{ id: string; subject: string }>(IDS, [acme('client')])).rows;

describe('of a client', () => {
  test('the world has internal words, and every kind of notification', () => {
    expect(internal.length).toBeGreaterThan(5);
    expect(rows.every(({ kind }) => kindOf(kind))).toBe(true);
  });

  test.each([
    ['task.moved', 'Somebody in the team'],
    ['project.edited', 'Somebody in the team'],
    ['task.due_soon', 'This task'],
  ])('%s of somebody without a name is told of %s', (kind, who) =>
    expect(whoIn({ kind, actor: null, data: {} })).toBe(who),
  );

  test.each(STATES)('the list of what is in %s', (state) =>
    asMember(CLIENT, async (ctx: Ctx) => {
      const { docs } = await listNotifications(ctx, ListNotifications.parse({ state, limit: 200 }));
      expect(docs.map(({ task }) => task?.key)).toContain(SHARED[0]?.key);
      const said = state === 'snoozed' ? [] : [['Website relaunch', 'Good morning']];
      expect(docs.flatMap(({ room, quote }) => (room ? [[room.name, quote]] : []))).toEqual(said);
      saysNothingInternal(docs);
    }),
  );

  test.each([true, false])('an email (once a day: %s)', async (digest) => {
    const all = await ids();
    await asMember(CLIENT, async (ctx) => {
      const mail = await writeNotices(ctx, { notifications: all.map(({ id }) => id), digest });
      expect(mail).not.toBeNull();
      saysNothingInternal(mail?.data);
    });
    expect(await deliverMailsOnce()).toBe(0);
  });

  test('a push', async () => {
    const waiting = (await ids()).map((one) => ({
      ...one,
      ...{ topic: 'mentioned' as const, created_at: 0, seen: false, mailed: false, pushed: false },
    }));
    await asMember(CLIENT, async (ctx) => {
      const { messages } = await writePushes(ctx, waiting);
      const titles = messages.map(({ title }) => title);
      expect(titles).toContain(`${SHARED[0]?.key} ${SHARED[0]?.title}`);
      expect(titles).toContain('Website relaunch');
      saysNothingInternal(messages);
    });
  });
});
