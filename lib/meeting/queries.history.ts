import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import type { ActivityRecord } from '@/lib/event/schema';
import { activityInWords } from '@/lib/event/words';
import { formatsFor } from '@/lib/formats';
import { canSeeMeetingHistory } from '@/lib/meeting/policy';
import { meetingPart } from '@/lib/meeting/queries';
import type { ListMeetingActivity } from '@/lib/meeting/schema';
import type { Ctx } from '@/lib/org';
import { badge, instant, sql } from '@/lib/sql';
import { activityData } from '@/lib/task/queries.detail';

type Row = Pick<ActivityRecord, '_id' | 'kind' | 'data' | 'actor'> & { created: number; total: number };

/**
 * What happened to a meeting, or to any part of its series, newest first: the lines of its project's history, and what is kept
 * of its agenda, one line for what somebody does to one line within an hour. `not_found` as for the meeting.
 */
export async function listMeetingActivity(
  ctx: Ctx,
  { id, page, limit }: ListMeetingActivity,
): Promise<Page<ActivityRecord>> {
  const { part } = await meetingPart(ctx, id);
  if (!canSeeMeetingHistory(ctx.actor)) return { docs: [], total: 0, page, limit };
  const series = sql`(select s.id from meeting s where s.series_id = ${part.seriesId}::uuid)`;
  // By place and time first: the index has these.
  const rows = await ctx.db.$queryRaw<Row[]>`
    select h.id as _id, h.kind, h.data, extract(epoch from h.created_at)::float8 as created, count(*) over ()::int as total,
           (select ${badge(ctx)} from member m where m.id = h.actor_id) as actor
      from (
        select a.id::text as id, a.kind, ${activityData} as data, a.actor_id, a.created_at from activity a
         where a.project_id in (select s.project_id from meeting s where s.series_id = ${part.seriesId}::uuid)
           and a.created_at >= (select min(s.created_at) from meeting s where s.series_id = ${part.seriesId}::uuid) - interval '1 minute'
           and a.data ->> 'meeting_id' in (select s.id::text from meeting s where s.series_id = ${part.seriesId}::uuid)
        union all
        select e.item_id || '-' || max(e.version), 'agenda.changed', jsonb_build_object('line', i.title,
               'how', case when (array_agg(e.before order by e.version desc))[1] @> '{"removed":false}' then 'removed' else 'changed' end),
               e.by_id, max(e.created_at)
          from agenda_edit e join agenda_item i on i.org_id = e.org_id and i.id = e.item_id
         where i.meeting_id in ${series}
         group by e.item_id, i.title, e.by_id, date_trunc('hour', e.created_at)
        union all
        select i.id::text, 'agenda.changed', jsonb_build_object('line', i.title, 'how', 'added'), i.created_by_id, i.created_at
          from agenda_item i
         where i.meeting_id in ${series} and i.standing_id is null
           -- Lines of every meeting are copied to a part that is split off.
           and (i.start is not null or i.meeting_id = ${part.seriesId}::uuid)
      ) h
     order by h.created_at desc, h.id desc limit ${limit}::int offset ${(page - 1) * limit}::bigint`;
  const formats = formatsFor(ctx.actor);
  const docs = rows.map(({ created, total: _total, ...row }) => ({
    ...row,
    ...activityInWords(row, formats, 'the meeting'),
    ...{ task_id: null, task_key: null, task_title: null, created_at: instant(created) },
  }));
  return { docs, total: rows[0]?.total ?? 0, page, limit };
}
