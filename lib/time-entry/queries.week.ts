import 'server-only';
import { DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';
import type { PersonBadge } from '@/lib/person/schema';
import { badge } from '@/lib/sql';
import { dayNumber, weekName } from '@/lib/working-days';

type Open = { monday: string; by: string | null };

/** Throws `conflict` in words where one of these moments lies in a locked week of the member. */
export async function mustBeOpen({ db }: Ctx, memberId: string, moments: readonly Date[]): Promise<void> {
  const [locked] = await db.$queryRaw<Open[]>`
    select to_char(l.monday, 'YYYY-MM-DD') as monday,
           (select shown_name(m.name, m.namesake) from member m where m.org_id = l.org_id and m.id = l.locked_by_id) as by
      from locked_week l join unnest(${[...moments]}::timestamptz[]) as given(at) on given.at >= l.begins_at and given.at < l.ends_at
     where l.member_id = ${memberId}::uuid limit 1`;
  if (!locked) return;
  const week = weekName(dayNumber(locked.monday));
  throw new DomainError('conflict', `The week ${week} is locked. Ask ${locked.by ?? 'an admin'} to unlock it.`);
}

export type WeekFacts = {
  memberId: string;
  role: Role;
  /** Of a project that the caller leads. */
  led: boolean;
  locked: { at: Date; byId: string | null; by: PersonBadge | null } | null;
  /** By the organisation's clock. */
  today: string;
};

/** Null: the caller does not see the member. */
export async function weekFacts(ctx: Ctx, memberId: string, monday: string): Promise<WeekFacts | null> {
  type Row = Omit<WeekFacts, 'locked'> & { at: Date | null; byId: string | null; by: PersonBadge | null };
  const [row] = await ctx.db.$queryRaw<Row[]>`
    select s.id as "memberId", s.role, to_char(now() at time zone (select app_time_zone()), 'YYYY-MM-DD') as today,
           exists (select from project p join project_member pm on pm.org_id = p.org_id and pm.project_id = p.id
                    where p.leader_id = ${ctx.actor.memberId}::uuid and pm.member_id = s.id) as led,
           l.locked_at as at, l.locked_by_id as "byId", case when m.id is not null then ${badge(ctx)} end as by
      from member s
      left join locked_week l on l.org_id = s.org_id and l.member_id = s.id and l.monday = ${monday}::date
      left join member m on m.org_id = l.org_id and m.id = l.locked_by_id
     where s.id = ${memberId}::uuid`;
  if (!row) return null;
  const { at, byId, by, ...facts } = row;
  return { ...facts, locked: at && { at, byId, by } };
}

/** False: it is locked already. */
export async function insertLock({ db, actor }: Ctx, memberId: string, monday: string): Promise<boolean> {
  // A trigger fills in the moments.
  const count = await db.$executeRaw`
    insert into locked_week (member_id, monday, begins_at, ends_at, locked_by_id)
    values (${memberId}::uuid, ${monday}::date, ${monday}::date, ${monday}::date + 7, ${actor.memberId}::uuid)
    on conflict do nothing`;
  return count > 0;
}

export async function deleteLock({ db }: Ctx, memberId: string, monday: string): Promise<boolean> {
  return (await db.lockedWeek.deleteMany({ where: { memberId, monday: new Date(monday) } })).count > 0;
}

/** Whether time of this project, which may lie in the bin, is in a locked week. */
export async function holdsLockedTime({ db }: Ctx, projectId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ held: boolean }[]>`
    select exists (select from time_entry e join locked_week l on l.org_id = e.org_id and l.member_id = e.member_id
                      and e.started_at >= l.begins_at and e.started_at < l.ends_at
                    where e.project_id = ${projectId}::uuid) as held`;
  return row?.held ?? false;
}

/** Whether a timer runs that was started in this week. The database asks again, where nobody can start one meanwhile. */
export async function runsIn({ db }: Ctx, memberId: string, monday: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ runs: boolean }[]>`
    select exists (select from time_entry e where e.member_id = ${memberId}::uuid and e.ended_at is null
       and (e.started_at at time zone (select app_time_zone()))::date between ${monday}::date and ${monday}::date + 6) as runs`;
  return row?.runs ?? false;
}
