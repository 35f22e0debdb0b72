import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { htmlOf } from '@/lib/markdown/markdown';
import type { LineFields } from '@/lib/meeting/agenda-merge';
import type { MeetingPart } from '@/lib/meeting/queries';
import type { AgendaItemRecord, DecisionRecord, ListDecisions } from '@/lib/meeting/schema';
import type { MeetingAudience } from '@/lib/meeting/vocabulary';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { badge, empty, instant, type Sql, sql } from '@/lib/sql';

export type AgendaRow = Omit<AgendaItemRecord, 'occurrence' | 'carried' | 'notes_html' | 'merged'> & {
  rank: string;
  start: number | null;
  ownerId: string | null;
  taskId: string | null;
  removed: boolean;
  html: string;
  renderer: number;
};

const task: Sql = sql`(select json_build_object('_id', t.id, 'key', p.key || '-' || t.number, 'title', t.title, 'status', t.status)
    from task t join project p on p.org_id = t.org_id and p.id = t.project_id
   where t.org_id = i.org_id and t.id = i.task_id and t.deleted_at is null)`;
const owner = (ctx: Ctx): Sql =>
  sql`(select ${badge(ctx)} from member m where m.org_id = i.org_id and m.id = i.owner_id)`;

/** Without `there` those that were removed too. */
export const agendaRows = (ctx: Ctx, where: Sql): Promise<AgendaRow[]> => ctx.db.$queryRaw<AgendaRow[]>`
  select i.id as _id, i.meeting_id, (extract(epoch from i.start) * 1000)::float8 as start, i.title, i.minutes, i.notes, i.audience, i.done,
         i.decision, i.version, i.rank, i.owner_id as "ownerId", i.task_id as "taskId", i.removed_at is not null as removed, i.standing_id,
         i.notes_html as html, i.notes_renderer as renderer, ${owner(ctx)} as owner, ${task} as task
    from agenda_item i where ${where} order by i.rank, i.id`;

export const there: Sql = sql`i.removed_at is null`;

/** `at`: the meeting that is looked at. */
export const agendaRecord = (
  { rank: _rank, start, ownerId: _owner, taskId: _task, removed: _removed, html, renderer, ...row }: AgendaRow,
  at: number | null,
  merged: AgendaItemRecord['merged'] = null,
): AgendaItemRecord => ({
  ...row,
  notes_html: htmlOf(row.notes, html, renderer),
  occurrence: start === null ? null : instant(start / 1000),
  carried: start !== null && at !== null && start < at,
  merged,
});

/** Whether lines of no certain meeting are of every one. */
export const isRepeated = ({ series }: Pick<MeetingPart, 'series'>): boolean => series.core !== null;

/**
 * Of one meeting: its own lines, those of every meeting that it has made nothing of, and what was still open of earlier ones of
 * the series when it began.
 */
export async function agendaOf(
  ctx: Ctx,
  part: Pick<MeetingPart, 'id' | 'seriesId' | 'series'>,
  start: number,
): Promise<AgendaItemRecord[]> {
  if (part.series.core === null && part.seriesId === part.id)
    return (await agendaRows(ctx, sql`i.meeting_id = ${part.id}::uuid and ${there}`)).map((row) =>
      agendaRecord(row, null),
    );
  const at = sql`${new Date(start)}::timestamptz`;
  const rows = await agendaRows(
    ctx,
    sql`i.meeting_id in (select s.id from meeting s where s.series_id = ${part.seriesId}::uuid) and ${there}
        and (i.start = ${at} or (i.start is null and i.meeting_id = ${part.id}::uuid and ${at} <> all (i.copied))
             or (i.start < ${at} and i.standing_id is null and (not (i.done or i.decision) or i.settled_start >= ${at})))`,
  );
  return rows.map((row) => agendaRecord(row, start));
}

/** The fields of a line that can be merged. */
export const fieldsOfLine = (row: AgendaRow): LineFields => ({
  ...{ title: row.title, minutes: row.minutes, notes: row.notes, owner_id: row.ownerId, audience: row.audience },
  ...{ done: row.done, decision: row.decision, task_id: row.taskId },
});

/** So many changes of a line are known. */
const MOST_EDITS = 200;

export type LineEdit = {
  byId: string | null;
  name: string | null;
  before: Partial<LineFields> & { removed?: boolean };
};

/** What has changed since a version, the earliest first; null: not all of it is known any more. */
export async function editsSince(ctx: Ctx, id: string, since: number, now: number): Promise<LineEdit[] | null> {
  if (since >= now) return since === now ? [] : null;
  const rows = await ctx.db.$queryRaw<LineEdit[]>`
    select e.by_id as "byId", m.name, e.before from agenda_edit e left join member m on m.org_id = e.org_id and m.id = e.by_id
     where e.item_id = ${id}::uuid and e.version > ${since}::int order by e.version limit ${MOST_EDITS + 1}::int`;
  return rows.length === now - since ? rows : null;
}

export async function keepEdit(
  { db, actor }: Ctx,
  itemId: string,
  version: number,
  before: LineEdit['before'],
): Promise<void> {
  await db.agendaEdit.createMany({ data: [{ itemId, version, byId: actor.memberId, before }] });
  if (version > MOST_EDITS)
    await db.agendaEdit.deleteMany({ where: { itemId, version: { lte: version - MOST_EDITS } } });
}

type Decided = Omit<DecisionRecord, 'decided_at' | 'meeting' | 'notes_html'> & {
  html: string;
  renderer: number;
  decided: number;
  meeting: { _id: string; title: string; start: number };
};

/** Of meetings that the caller sees, the latest first. */
export async function listDecisions(ctx: Ctx, input: ListDecisions): Promise<Page<DecisionRecord>> {
  const found = sql`
    select i.id as _id, i.title, i.notes, i.notes_html as html, i.notes_renderer as renderer, i.audience, ${owner(ctx)} as owner, e.project_id, ${task} as task,
           extract(epoch from i.decided_at)::float8 as decided,
           json_build_object('_id', e.id, 'title', e.title, 'start', extract(epoch from coalesce(i.start, e.starts_at))) as meeting
      from agenda_item i join meeting e on e.org_id = i.org_id and e.id = i.meeting_id
     where i.decision and ${there}
       and not exists (select from agenda_item s where s.org_id = i.org_id and s.id = i.standing_id and s.decision) ${input.project_id ? sql`and e.project_id = ${input.project_id}::uuid` : empty}`;
  return paginate<Decided, DecisionRecord>(
    ctx.db,
    input,
    { found, order: sql`decided desc, _id desc` },
    ({ decided, html, renderer, meeting: { start, ...meeting }, ...row }) => ({
      ...row,
      notes_html: htmlOf(row.notes, html, renderer),
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
  notesHtml?: string;
  notesRenderer?: number;
  ownerId: string | null;
  done?: boolean;
  decision?: boolean;
  decidedAt?: Date | null;
  taskId?: string | null;
  standingId?: string | null;
};

export const insertLines = (ctx: Ctx, lines: readonly NewLine[]) =>
  ctx.db.agendaItem.createMany({ data: lines.map((line) => ({ ...line, createdById: ctx.actor.memberId })) });

/** One at a time changes the agendas of a series, so that lines keep one order. */
export const lockAgenda = async ({ db }: Ctx, seriesId: string): Promise<void> => {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('agenda:' || ${seriesId}::text, 0))`;
};

/** The meeting that begins at `start` has made something of a line of every meeting. */
export const noteCopied = ({ db }: Ctx, id: string, start: number) =>
  db.agendaItem.updateMany({ where: { id }, data: { copied: { push: new Date(start) } } });

const KEPT = 30 * 86_400_000;

/** Lines that were removed long ago. */
export const forgetRemoved = ({ db }: Ctx, meetingId: string) =>
  db.agendaItem.deleteMany({
    where: { meetingId, start: { not: null }, removedAt: { lt: new Date(Date.now() - KEPT) } },
  });
