import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { env } from '@/lib/env';
import { sendMessage } from '@/lib/message/commands';
import { listMessages } from '@/lib/message/queries.list';
import { ListMessages, SendMessage } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { newId } from '@/lib/validation';
import { fixtureId } from './fixtures';

export const owner = new pg.Client({ connectionString: env.databaseUrl });
const ROOM: Record<string, string> = {};

/** For the file that calls it: Acme's rooms by their names; what was said in them goes at its end. */
export function withChatRooms(): void {
  beforeAll(async () => {
    await owner.connect();
    const { rows } = await owner.query(
      `select r.id, r.kind, p.key from room r left join project p on p.id = r.project_id where r.org_id = $1 and kind not in ('group', 'direct')`,
      [fixtureId('acme')],
    );
    for (const { id, kind, key } of rows) ROOM[key ? `${kind} ${key}` : kind] = id;
  });
  afterAll(async () => {
    await owner.query('delete from message');
    await owner.query('update room set last_seq = 0, last_place = 0, last_at = null');
    await owner.query('delete from room_reading');
    await owner.end();
  });
}

/** The id of a room of Acme: its kind, and its project's key. */
export const room = (name = 'project WEB') => ROOM[name] as string;

/** Sends a message to the team's room of WEB, or as `rest` says. */
export const say = (ctx: Ctx, body: string, rest: object = {}) =>
  sendMessage(ctx, SendMessage.parse({ room_id: room(), body, client_id: newId(), ...rest }));

export const messagesIn = (ctx: Ctx, input: object = {}) =>
  listMessages(ctx, ListMessages.parse({ room_id: room(), ...input }));

/** The words of what is listed. */
export const bodiesIn = async (ctx: Ctx, input: object = {}) =>
  (await messagesIn(ctx, input)).docs.map(({ body }) => body);
