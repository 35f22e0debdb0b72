import 'server-only';
import { notArchived } from '@/lib/archived';
import { env } from '@/lib/env';
import { daysOf } from '@/lib/filter/days';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';
import { workingCalendar as readCalendar } from '@/lib/organisation/queries';
import { badge } from '@/lib/sql';
import { BACKLOGS, COMPLETED } from '@/lib/task/vocabulary';
import type { OrganisationState, Workload } from '@/lib/team-home/schema';
import { WORKLOAD_DAYS } from '@/lib/team-home/vocabulary';
import { dayNumber, workingCalendar } from '@/lib/working-days';

const MOST_PEOPLE = 50;
const MINUTES_A_DAY = 8 * 60;

/** What is due from whom in the next days, in the projects that the caller sees. */
export async function getWorkload(ctx: Ctx): Promise<Workload> {
  const formats = formatsFor(ctx.actor);
  const today = formats.today();
  const until = daysOf(WORKLOAD_DAYS, { today, firstDay: formats.firstDay })?.until ?? today;
  const calendar = workingCalendar(await readCalendar(ctx));
  const people = await ctx.db.$queryRaw<Workload['people']>`
    with due as (
      select t.id, t.estimate_minutes, (select count(*) from task_assignee ta where ta.org_id = t.org_id and ta.task_id = t.id) as shared_by
        from task t
       where t.deleted_at is null and t.status <> all (${[COMPLETED, BACKLOGS]}::smallint[]) and t.due_date <= ${until}::date and ${notArchived})
    select ${badge(ctx)} as person, count(*)::int as tasks,
           coalesce(sum(due.estimate_minutes / due.shared_by), 0)::int as estimated_minutes,
           (count(*) filter (where due.estimate_minutes is null))::int as without_estimate
      from due join task_assignee ta on ta.task_id = due.id
      join member m on m.org_id = ta.org_id and m.id = ta.member_id and m.deactivated_at is null
     group by m.id order by lower(m.name), m.id limit ${MOST_PEOPLE}::int`;
  const days = calendar.between(dayNumber(today), dayNumber(until)).length;
  return { from: today, to: until, capacity_minutes: days * MINUTES_A_DAY, people };
}

/** For whoever looks after the organisation. */
export async function getOrganisationState({ db }: Ctx): Promise<OrganisationState> {
  const [found] = await db.$queryRaw<(Omit<OrganisationState, 'storage'> & Use)[]>`
    select (select count(*)::int from member m where m.approval = 1 and m.deactivated_at is null) as members,
           (select count(*)::int from member m where m.approval = 2) as pending,
           (select count(*)::int from invitation i where i.accepted_at is null and i.revoked_at is null) as invitations,
           (select count(*)::int from project p cross join lateral project_health(p.id) stands
             where p.status = 'active' and stands.health in ('at_risk', 'late')) as at_risk,
           (select used_bytes::float8 from storage_use) as used, (select quota_bytes::float8 from storage_use) as quota`;
  const { used, quota, ...counts } = found as NonNullable<typeof found>;
  return { ...counts, storage: { used_bytes: used ?? 0, quota_bytes: quota ?? env.fileQuotaBytes } };
}

/** Null before the first file. */
type Use = { used: number | null; quota: number | null };
