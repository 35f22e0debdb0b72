import type pg from 'pg';
import type { Role } from '@/lib/permission/schema';
import { fixtureId } from '@/lib/test/fixtures';
import type { WireCall } from '@/lib/test/wire';

/** What a request is about, as far as that decides who may do it. */
export type Subject = {
  /**
   * `nothing`: the caller's own account, or their own organisation as a whole. `project`: a record of the project WEB that
   * clients may see too. `record`: a record of the organisation Acme. `personal`: a record that only `hands` see.
   */
  about: 'nothing' | 'project' | 'record' | 'personal';
  /** The role of the person it is about: rank counts too (rule 1). */
  rank?: Role;
  /** Seats for whom the record is their own. */
  hands?: readonly string[];
  /** Answer to whoever does not see it, where that is not 404. */
  unseen?: number;
};

/** A call that succeeds for `seat`, made anew each time. */
export type Example = {
  seat: string;
  /** `id`: what `{id}` of the endpoint's path stands for. */
  make: (owner: pg.ClientBase) => Promise<Pick<WireCall, 'query' | 'body'> & { path?: string; id?: string }>;
  /** Absent: nothing that only some may see. */
  about?: Subject;
  /** Why a permitted write may change nothing. */
  idle?: string;
  /** Actors who are answered like the others and told in the answer that nothing was done for them. */
  refusedWithin?: readonly string[];
  /** The one table in which this read leaves a line, because it has to be known who read. */
  records?: 'audit';
};

/** One for every endpoint of a domain; they stand beside its `endpoints.ts`. */
export type Examples<Lines> = Record<keyof Lines & string, Example>;

/** About a record of WEB, which is the own one of these seats. */
export const inProject = (...hands: string[]): Subject => ({ about: 'project', hands });
/** Somewhere else the named project is not there to be joined: a wrong field like one that never was. */
export const intoProject: Subject = { about: 'project', unseen: 422 };
export const aRecord: Subject = { about: 'record' };
export const aPerson = (rank: Role): Subject => ({ about: 'record', rank });

export const acme = (name: string) => fixtureId(`acme.${name}`);
export const WEB = acme('WEB');
export const OTHER_PASSWORD = 'kettle violet harbor otter';

let made = 0;
export const unique = (what: string) => `${what} ${++made}`;
export const freshEmail = () => `newcomer${++made}@new.test`;

/** Every fixture's password as it was: that of somebody who can change none, having left. */
export const restorePasswords = (owner: pg.ClientBase) =>
  owner.query(
    `update person set password_hash = (select password_hash from person where email = 'gone@acme.test')
      where email ~ '@(acme|globex|guild)[.]test$'`,
  );

/** A call with this query string. */
export const query = (query: Record<string, string> = {}, seat = 'acme.user'): Example => ({
  seat,
  make: async () => ({ query }),
});
/** A call with this body. */
export const body = (seat: string, fields: (owner: pg.ClientBase) => unknown, about?: Subject): Example => ({
  seat,
  make: async (owner) => ({ body: await fields(owner) }),
  ...(about && { about }),
});
/** A call about the record that `fresh` makes. */
export const of = (
  fresh: (owner: pg.ClientBase) => Promise<string>,
  about?: Subject,
  fields?: unknown,
  seat = 'acme.user',
): Example => ({
  seat,
  make: async (owner) => ({ id: await fresh(owner), ...(fields !== undefined && { body: fields }) }),
  ...(about && { about }),
});
/** A call of this path. */
export const at = (
  seat: string,
  path: (owner: pg.ClientBase) => Promise<string> | string,
  fields?: unknown,
): Example => ({
  seat,
  make: async (owner) => ({ path: await path(owner), ...(fields !== undefined && { body: fields }) }),
});
