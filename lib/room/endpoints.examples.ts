import type pg from 'pg';
import type { roomEndpoints } from '@/lib/room/endpoints';
import { acme, body, type Examples, of, query, type Subject, unique } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

/** A group of these seats of Acme, made by the first. */
export async function freshGroup(owner: pg.ClientBase, ...seats: string[]): Promise<string> {
  const id = newId();
  await owner.query(`insert into room (org_id, id, kind, name, created_by_id) values ($1, $2, 'group', 'Fresh', $3)`, [
    fixtureId('acme'),
    id,
    acme(seats[0] as string),
  ]);
  for (const seat of seats)
    await owner.query(`insert into room_member (org_id, room_id, member_id) values ($1, $2, $3)`, [
      fixtureId('acme'),
      id,
      acme(seat),
    ]);
  return id;
}

/** A message of the first in a new group of these seats, and its room. */
export async function freshMessage(owner: pg.ClientBase, ...seats: string[]): Promise<{ id: string; room: string }> {
  const room = await freshGroup(owner, ...seats);
  const id = newId();
  await owner.query(
    `insert into message (org_id, id, room_id, seq, place, author_id, client_id, body) values ($1, $2, $3, 1, 1, $4, $5, $6)`,
    [fixtureId('acme'), id, room, acme(seats[0] as string), newId(), unique('Message')],
  );
  await owner.query(`update room set last_seq = 1, last_place = 1, last_at = now() where id = $1`, [room]);
  return { id, room };
}

const GROUP = ['user', 'leader', 'client'] as const;
/** Seen by whoever is in the group, and by nobody else, admins included. */
export const inGroup: Subject = { about: 'personal', hands: GROUP };
export const alone: Subject = { about: 'personal', hands: ['user'] };
export const groupMessage = (owner: pg.ClientBase) => freshMessage(owner, ...GROUP);
export const ownMessage = (owner: pg.ClientBase) => freshMessage(owner, 'user');

export const examples: Examples<typeof roomEndpoints> = {
  'GET roomList': query(),
  'GET unreadRooms': query(),
  'POST room': {
    ...body('acme.user', () => ({ kind: 'group', name: unique('Group'), member_ids: [acme('leader')] })),
    about: { about: 'project', unseen: 422, hands: ['admin', 'subadmin', 'leader', 'colleague', 'user', 'client'] },
  },
  'GET room/{id}': of((owner) => freshGroup(owner, ...GROUP), inGroup),
  'GET roomMembers/{id}': of((owner) => freshGroup(owner, ...GROUP), inGroup),
  'GET roomSize/{id}': of((owner) => freshGroup(owner, ...GROUP), inGroup),
  'PATCH room/{id}': of((owner) => freshGroup(owner, ...GROUP), inGroup, { name: 'Renamed' }),
  'DELETE room/{id}': of((owner) => freshGroup(owner, ...GROUP), inGroup),
  'POST readRoom': {
    ...body('acme.user', async (owner) => {
      const { id, room } = await groupMessage(owner);
      return { room_id: room, message_id: id };
    }),
    about: inGroup,
  },
};
