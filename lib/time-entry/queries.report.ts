import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { badge, empty, type Sql, sql } from '@/lib/sql';
import { beganIn } from '@/lib/time-entry/queries';
import type { ReportTime, TimeReportLine } from '@/lib/time-entry/schema';

type Asked = Omit<ReportTime, 'page' | 'limit' | 'by'>;

/** Ended entries of tasks that are not in the bin; row security leaves out what the caller does not see. */
const spent = ({ project_id, member_id, from, to }: Asked): Sql => sql`
  time_entry e join task t on t.org_id = e.org_id and t.id = e.task_id and t.deleted_at is null
 where e.ended_at is not null and ${beganIn({ from, to })}
   ${project_id ? sql`and e.project_id = ${project_id}::uuid` : empty}
   ${member_id ? sql`and e.member_id = ${member_id}::uuid` : empty}`;

const minutes = sql`sum(round(extract(epoch from e.ended_at - e.started_at) / 60))`;
const imported = sql`coalesce(${minutes} filter (where e.imported_from is not null), 0)`;

/** Who spent most comes first, and with a person the project that took most. */
export async function reportTime(ctx: Ctx, { by, page, limit, ...asked }: ReportTime): Promise<Page<TimeReportLine>> {
  const person = by === 'project' ? sql`null::uuid` : sql`e.member_id`;
  const project = by === 'person' ? sql`null::uuid` : sql`e.project_id`;
  const list = {
    found: sql`select ${person} as member_id, ${project} as project_id, ${minutes}::int as minutes, ${imported}::int as imported_minutes, count(*)::int as entries,
                      sum(${minutes}) over (partition by ${person}) as together
                 from ${spent(asked)} group by ${person}, ${project}`,
    order: sql`together desc, member_id, minutes desc, project_id`,
    columns: sql`s.member_id, s.minutes, s.imported_minutes, s.entries, case when m.id is not null then ${badge(ctx)} end as member,
      case when p.id is not null then json_build_object('_id', p.id, 'key', p.key, 'name', p.name) end as project`,
    joins: sql`left join member m on m.id = s.member_id left join project p on p.id = s.project_id`,
  };
  return paginate<TimeReportLine, TimeReportLine>(ctx.db, { page, limit }, list, (row) => row);
}

/** Of all lines of such a report. */
export async function totalTime(ctx: Ctx, asked: Asked): Promise<number> {
  const [row] = await ctx.db.$queryRaw<
    { minutes: number }[]
  >`select coalesce(${minutes}, 0)::int as minutes from ${spent(asked)}`;
  return row?.minutes ?? 0;
}
