import type { Role } from '@/lib/permission/schema';
import type { PersonBadge } from '@/lib/person/schema';

type Person = PersonBadge & { role: Role };

/** The same people in every part. */
const person = (_id: string, name: string, role: Role): Person => ({ _id, name, pic: null, role });

export const ADMIN = person('m-admin', 'Alice Baker', 'admin');
export const LEADER = person('m-leader', 'Maya Lindqvist', 'team_leader');
export const USER = person('m-user', 'Daniel Osei', 'user');
export const OTHER_USER = person('m-user2', 'Inês Rocha', 'user');
export const CLIENT = person('m-client', 'Priya Raman', 'client');
const OBSERVER = person('m-observer', 'Hana Okafor', 'observer');

export const PEOPLE = {
  admin: ADMIN,
  leader: LEADER,
  user: USER,
  user2: OTHER_USER,
  client: CLIENT,
  observer: OBSERVER,
} as const;
export type Seat = keyof typeof PEOPLE;
