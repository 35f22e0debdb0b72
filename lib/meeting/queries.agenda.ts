import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import type { MeetingPart } from '@/lib/meeting/queries';
import type { AgendaItemRecord, DecisionRecord, ListDecisions } from '@/lib/meeting/schema';
import type { MeetingAudience } from '@/lib/meeting/vocabulary';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { badge, empty, instant, type Sql, sql } from '@/lib/sql';

export type AgendaRow = Omit<AgendaItemRecord, 'occurrence' | 'carried'> & {
  rank: string;
  start: number | null;
  ownerId: string | null;
};

const task: Sql = sql`(select json_build_object('_id', t.id, 'key', p.key || '-' || t.number, 'title', t.title, 'status', t.status)
    from task t join project p on p.org_id = t.org_id and p.id = t.project_id
   where t.org_id = i.org_id and t.id = i.task_id and t.deleted_at is null)`;
const owner = (ctx: Ctx): Sql =>
  sql`(select ${badge(ctx)} from member m where m.org_id = i.org_id and m.id = i.owner_id)`;

export const agendaRows = (ctx: Ctx, where: Sql): Promise<AgendaRow[]> => ctx.db.$queryRaw<AgendaRow[]>`
  select i.id as _id, i.meeting_id, (extract(epoch from i.start) * 1000)::float8 as start, i.title, i.minutes, i.notes, i.audience, i.done,
         i.decision, i.version, i.rank, i.owner_id as "ownerId", ${owner(ctx)} as owner, ${task} as task
    from agenda_item i where ${where} order by i.rank, i.id`;

export const agendaRecord = (
  { rank: _rank, start, ownerId: _owner, ...row }: AgendaRow,
  at: number | null,
): AgendaItemRecord => ({
  ...row,
  occurrence: start === null ? null : instant(start / 1000),
  carried: start !== null && at !== null && start < at,
});

/** Of one meeting: its own lines, those of no certain one, and what is still open of earlier ones of the series. */
export async function agendaOf(
  ctx: Ctx,
  part: Pick<MeetingPart, 'id' | 'seriesId' | 'series'>,
  start: number,
): Promise<AgendaItemRecord[]> {
  if (part.series.core === null && part.seriesId === part.id)
    return (await agendaRows(ctx, sql`i.meeting_id = ${part.id}::uuid`)).map((row) => agendaRecord(row, null));
  const at = new Date(start);
  const rows = await agendaRows(
    ctx,
    sql`i.meeting_id in (select s.id from meeting s where s.series_id = ${part.seriesId}::uuid)
        and (i.start = ${at}::timestamptz or (i.start is null and i.meeting_id = ${part.id}::uuid)
             or (i.start < ${at}::timestamptz and not i.done and not i.decision))`,
  );
  return rows.map((row) => agendaRecord(row, start));
}

type Decided = Omit<DecisionRecord, 'decided_at' | 'meeting'> & {
  decided: number;
  meeting: { _id: string; title: string; start: number };
};

/** Of meetings that the caller sees, the latest first. */
export async function listDecisions(ctx: Ctx, input: ListDecisions): Promise<Page<DecisionRecord>> {
  const found = sql`
    select i.id as _id, i.title, i.notes, i.audience, ${owner(ctx)} as owner, e.project_id, ${task} as task,
           extract(epoch from i.decided_at)::float8 as decided,
           json_build_object('_id', e.id, 'title', e.title, 'start', extract(epoch from coalesce(i.start, e.starts_at))) as meeting
      from agenda_item i join meeting e on e.org_id = i.org_id and e.id = i.meeting_id
     where i.decision ${input.project_id ? sql`and e.project_id = ${input.project_id}::uuid` : empty}`;
  return paginate<Decided, DecisionRecord>(
    ctx.db,
    input,
    { found, order: sql`decided desc, _id desc` },
    ({ decided, meeting: { start, ...meeting }, ...row }) => ({
      ...row,
      decided_at: instant(decided),
      meeting: { ...meeting, occurrence: instant(start) },
    }),
  );
}

export type NewLine = {
  id: string;
  meetingId: string;
  start: Date | null;
  rank: string;
  audience: MeetingAudience;
  title: string;
  minutes: number | null;
  notes: string;
  ownerId: string | null;
};

export const insertLines = (ctx: Ctx, lines: readonly NewLine[]) =>
  ctx.db.agendaItem.createMany({ data: lines.map((line) => ({ ...line, createdById: ctx.actor.memberId })) });

/** One at a time changes the agenda of a meeting, so that lines keep one order. */
export const lockAgenda = async ({ db }: Ctx, meetingId: string): Promise<void> => {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('agenda:' || ${meetingId}::text, 0))`;
};
