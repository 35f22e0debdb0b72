import { asAuth, goOnAs } from '@/lib/db';
import { type Effects, newEffects } from '@/lib/effects';
import { type Ctx, contextOf, type Seat } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';
import { fixtureId, MEMBERS, PROJECTS } from '@/lib/test/fixtures';

class Rollback extends Error {}

/** The seat of a fixture, such as `acme.user` or `globex.both`, as the door would find it. */
export function seatOf(name: string): Seat {
  const [org, seat] = name.split('.') as [string, string];
  const role = MEMBERS.find((member) => member.seat === seat)?.role ?? (org === 'acme' ? 'team_leader' : 'client');
  const projects = Object.entries(PROJECTS).filter(([, members]) => members.includes(seat));
  return {
    org_id: fixtureId(org),
    org_key: org,
    org_name: org,
    org_tint: 'c1',
    org_logo: null,
    org_deleted_at: null,
    member_id: fixtureId(name),
    person_id: fixtureId(name),
    role: role as Role,
    approval: 1,
    approval_note: null,
    deactivated: false,
    name: `${seat} of ${org}`,
    email: `${seat}@${org}.test`,
    picture: null,
    locale: 'en',
    time_zone: 'UTC',
    must_change_password: false,
    second_factor_missing: false,
    session_kind: 'browser',
    project_ids: projects.map(([key]) => fixtureId(`${org}.${key}`)),
    workflow_version: 0,
  };
}

/** Runs work as a member on the real database under real row-level security, then rolls back. */
export async function asMember(
  who: string | Seat,
  work: (ctx: Ctx, effects: Effects) => Promise<unknown>,
): Promise<void> {
  await within(who, async (ctx, effects) => {
    await work(ctx, effects);
    await ctx.settle();
    throw new Rollback();
  }).catch((error) => {
    if (!(error instanceof Rollback)) throw error;
  });
}

/** The same, committed: for what only shows between transactions. Clean up after it. */
export async function asMemberCommitted<T>(who: string | Seat, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return within(who, async (ctx) => {
    const value = await work(ctx);
    await ctx.settle();
    return value;
  });
}

async function within<T>(who: string | Seat, work: (ctx: Ctx, effects: Effects) => Promise<T>): Promise<T> {
  return asAuth(async (db) => {
    const effects = newEffects();
    const ctx = await become({ db }, who, effects);
    return work(ctx, effects);
  });
}

/** Goes on in the same transaction as somebody else. Whether it is kept is not the command's to say. */
export async function become({ db }: Pick<Ctx, 'db'>, who: string | Seat, effects = newEffects()): Promise<Ctx> {
  const seat = typeof who === 'string' ? seatOf(who) : who;
  await db.$executeRaw`select set_config('app.org_id', ${seat.org_id}, true), set_config('app.member_id', ${seat.member_id}, true),
    set_config('app.role', ${seat.role}, true), set_config('app.project_ids', ${`{${seat.project_ids.join(',')}}`}, true)`;
  await goOnAs(db, 'tenant');
  return contextOf(db, seat, effects);
}
