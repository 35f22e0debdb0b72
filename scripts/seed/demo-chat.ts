import type pg from 'pg';
import type { DemoMessage, DemoRoom } from './acme-chat';
import { hoursBefore, insertRows, type Row, seedId } from './rows';

/** The rooms are there with the organisation and its projects; their ids are random. */
export async function addChat(
  client: pg.ClientBase,
  key: string,
  rooms: readonly DemoRoom[],
  now: Date,
): Promise<void> {
  const org_id = seedId(key);
  for (const room of rooms) {
    const { project, messages } = room;
    const kind = kindOf(room);
    const room_id = room.direct ? await openDirect(client, key, room.direct, now) : await roomThere(client, key, room);
    const name = project ?? room.direct?.join(' ') ?? '';
    const idOf = (at: number) => seedId(`${key} ${kind} ${name} message ${at}`);
    let place = 0;
    const made = messages.map((message, at): Row => {
      if (message.thread === undefined) place += 1;
      return {
        ...rowOf(key, message, now),
        id: idOf(at),
        org_id,
        room_id,
        seq: at + 1,
        place,
        thread_id: message.thread === undefined ? null : idOf(message.thread),
      };
    });
    await insertRows(client, 'message', made);
    await insertRows(
      client,
      'message_reaction',
      messages.flatMap(({ reactions = [], ago }, at) =>
        reactions.map(([seat, emoji], order) => ({
          ...{ org_id, message_id: idOf(at), member_id: seedId(`${key}.${seat}`), emoji },
          created_at: hoursBefore(now, ago - 0.01 * (order + 1)),
        })),
      ),
    );
    await insertRows(
      client,
      'message_pin',
      messages.flatMap(({ pinned, by, ago }, at) =>
        pinned
          ? [
              {
                ...{ org_id, room_id, message_id: idOf(at) },
                pinned_by_id: seedId(`${key}.${by}`),
                pinned_at: hoursBefore(now, ago),
              },
            ]
          : [],
      ),
    );
    await tellOf(client, key, { room_id, project, messages, idOf }, now);
    for (const [at, { attachments = [] }] of messages.entries())
      for (const file of attachments)
        await client.query('update file set message_id = $2 where id = $1', [
          seedId(`${key} file ${[project, undefined, undefined, file].join('/')}`),
          idOf(at),
        ]);
    await client.query(`update room set last_seq = $2, last_place = $3, last_at = $4 where id = $1`, [
      ...[room_id, messages.length, place],
      hoursBefore(now, messages.at(-1)?.ago ?? 0),
    ]);
  }
}

const kindOf = ({ project, clients, direct }: DemoRoom) =>
  direct ? 'direct' : !project ? 'organisation' : clients ? 'project_clients' : 'project';

async function roomThere(client: pg.ClientBase, key: string, room: DemoRoom): Promise<string> {
  const { project } = room;
  const { rows } = await client.query<{ id: string }>(
    'select id from room where org_id = $1 and kind = $2 and project_id is not distinct from $3',
    [seedId(key), kindOf(room), project ? seedId(`${key} ${project}`) : null],
  );
  if (!rows[0]) throw new Error(`There is no room of ${project ?? key}`);
  return rows[0].id;
}

async function openDirect(client: pg.ClientBase, key: string, seats: readonly string[], now: Date): Promise<string> {
  const org_id = seedId(key);
  const id = seedId(`${key} direct ${seats.join(' ')}`);
  const people = seats.map((seat) => seedId(`${key}.${seat}`)).sort();
  const created_at = hoursBefore(now, 100);
  const room = {
    id,
    org_id,
    kind: 'direct',
    people_key: people.join(' '),
    created_by_id: people[0] ?? null,
    created_at,
  };
  await insertRows(client, 'room', [room]);
  const inside = people.map((member_id) => ({ org_id, room_id: id, member_id, joined_at: created_at }));
  await insertRows(client, 'room_member', inside);
  return id;
}

type Told = Pick<DemoRoom, 'project' | 'messages'> & { room_id: string; idOf: (at: number) => string };

/** Without a topic: nothing is sent of it. */
async function tellOf(client: pg.ClientBase, key: string, { room_id, project, messages, idOf }: Told, now: Date) {
  const org_id = seedId(key);
  const told = messages.flatMap(({ tells = [], by, ago, thread }, at) =>
    tells.map(([seat, as]) => {
      const made = hoursBefore(now, ago);
      const data: Row = { message_id: idOf(at) };
      if (thread !== undefined) data.thread_id = idOf(thread);
      if (project) data.project_id = seedId(`${key} ${project}`);
      return {
        mention: {
          ...{ org_id, room_id, message_id: idOf(at), member_id: seedId(`${key}.${seat}`), seq: at + 1 },
          unread: thread !== undefined,
        },
        as,
        notification: {
          ...{ id: seedId(`${key} to ${seat} of ${idOf(at)}`), org_id, member_id: seedId(`${key}.${seat}`) },
          ...{ actor_id: seedId(`${key}.${by}`), room_id, message_id: idOf(at), kind: `message.${as}`, data },
          ...{ created_at: made, arrived_at: made },
        },
      };
    }),
  );
  const named = told.filter(({ as }) => as === 'mentioned').map(({ mention }) => mention);
  await insertRows(client, 'message_mention', named);
  await insertRows(
    client,
    'notification',
    told.map(({ notification }) => notification),
  );
}

const rowOf = (key: string, { by, ago, body }: DemoMessage, now: Date): Row => ({
  author_id: seedId(`${key}.${by}`),
  created_at: hoursBefore(now, ago),
  client_id: seedId(`sent ${by} ${ago} ${body}`),
  body,
  body_html: '',
  body_renderer: 0,
  calls_room: false,
  version: 1,
});
