import 'server-only';
import { generateKeyBetween } from 'fractional-indexing';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import { renderedFor } from '@/lib/markdown/kept';
import { type LineField, type LineFields, mergeLine } from '@/lib/meeting/agenda-merge';
import { canWriteAgenda } from '@/lib/meeting/policy';
import { type MeetingPart, meetingPart } from '@/lib/meeting/queries';
import {
  type AgendaRow,
  agendaRecord,
  agendaRows,
  editsSince,
  fieldsOfLine,
  forgetRemoved,
  insertLines,
  isRepeated,
  keepEdit,
  type LineEdit,
  lockAgenda,
  noteCopied,
  there,
} from '@/lib/meeting/queries.agenda';
import {
  type AddAgendaItem,
  type AgendaItemRecord,
  type AgendaReference,
  type AgendaToTask,
  type EditAgendaItem,
  fitsMinutes,
} from '@/lib/meeting/schema';
import type { Ctx } from '@/lib/org';
import { empty, type Sql, sql } from '@/lib/sql';
import { createTask } from '@/lib/task/commands';
import { canAssign } from '@/lib/task/policy';
import { checkAssignees, projectFacts, taskFacts } from '@/lib/task/queries.facts';
import { cut } from '@/lib/text';
import { newId } from '@/lib/validation';

const MAY_NOT = 'Only who arranges the meeting, or is invited to it, writes its agenda.';
const MOST_LINES = 2_000;
/** In the title of a task. */
const MOST_LETTERS = 200;

const invited = (ctx: Ctx, { attendees }: MeetingPart) => attendees.some((one) => one.memberId === ctx.actor.memberId);

async function ownerOf(ctx: Ctx, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const found = await ctx.db.member.count({ where: { id, approval: 1, deactivatedAt: null } });
  if (!found) throw invalidField('owner_id', 'No active member of the organisation has this id.');
}

function clientsMay(audience: string | undefined, part: MeetingPart): void {
  if (audience === 'client' && part.audience === 'internal')
    throw invalidField('audience', 'Share the meeting with clients first.');
}

/** After the line that is named; null: first; undefined: last. Lines of earlier parts may have the same rank. */
function rankAfter(rows: readonly AgendaRow[], after: string | null | undefined): string {
  if (after === undefined) return generateKeyBetween(rows.at(-1)?.rank ?? null, null);
  if (after === null) return generateKeyBetween(null, rows[0]?.rank ?? null);
  const above = rows.find(({ _id }) => _id === after);
  if (!above) throw invalidField('after_id', 'This line does not belong to the agenda.');
  return generateKeyBetween(above.rank, rows.find(({ rank }) => rank > above.rank)?.rank ?? null);
}

/** Of the whole series: what is open is shown at later meetings too. */
const linesOf = (ctx: Ctx, { seriesId }: MeetingPart, but: Sql = empty) =>
  agendaRows(
    ctx,
    sql`i.meeting_id in (select s.id from meeting s where s.series_id = ${seriesId}::uuid) and ${there} ${but}`,
  );

const tell = (ctx: Ctx, { id, projectId, version, attendees }: MeetingPart) => {
  const attendeeIds = attendees.map(({ memberId }) => memberId);
  ctx.happened('agenda.changed', { id, projectId, version, attendeeIds }, {});
  return { id, projectId, version, attendeeIds };
};

async function itemOf(ctx: Ctx, id: string): Promise<AgendaRow> {
  const [row] = await agendaRows(ctx, sql`i.id = ${id}::uuid`);
  if (!row) throw notFound('The agenda line');
  return row;
}

export async function addAgendaItem(ctx: Ctx, input: AddAgendaItem): Promise<AgendaItemRecord> {
  const { part, start } = await meetingPart(ctx, input.meeting_id, input.occurrence);
  allow(canWriteAgenda(ctx.actor, part, invited(ctx, part)), MAY_NOT);
  await ownerOf(ctx, input.owner_id);
  const { html: notesHtml, renderer: notesRenderer } = renderedFor('notes', input.notes);
  await lockAgenda(ctx, part.seriesId);
  const rows = await linesOf(ctx, part);
  if (rows.length >= MOST_LINES) throw invalidField('meeting_id', 'This agenda has too many lines.');
  clientsMay(input.audience, part);
  const id = newId();
  await insertLines(ctx, [
    {
      ...{ id, meetingId: part.id, start: start === null ? null : new Date(start) },
      ...{ rank: rankAfter(rows, input.after_id), audience: input.audience ?? part.audience },
      ...{ title: input.title, notes: input.notes, notesHtml, notesRenderer },
      ...{ minutes: input.minutes ?? null, ownerId: input.owner_id ?? null },
    },
  ]);
  tell(ctx, part);
  return agendaRecord(await itemOf(ctx, id), start);
}

type Seen = { id: string; part: MeetingPart; start: number | null };

async function seenLine(ctx: Ctx, id: string, occurrence: Date | undefined): Promise<Seen> {
  const { meeting_id } = await itemOf(ctx, id);
  return { id, ...(await meetingPart(ctx, meeting_id, occurrence)) };
}

/** The line that a change reaches, locked: of a line of every meeting what the meeting makes of it, from now on if it is the first to. */
async function reachedLine(ctx: Ctx, { id, part, start }: Seen): Promise<{ row: AgendaRow; isCopied: boolean }> {
  await lockAgenda(ctx, part.seriesId);
  const row = await itemOf(ctx, id);
  if (start === null || row.start !== null || !isRepeated(part)) return { row, isCopied: false };
  const [copy] = await agendaRows(ctx, sql`i.standing_id = ${id}::uuid and i.start = ${new Date(start)}::timestamptz`);
  if (copy) return { row: copy, isCopied: true };
  const made = newId();
  const { rank, audience, title, minutes, notes, html: notesHtml, renderer: notesRenderer, ownerId, done } = row;
  await insertLines(ctx, [
    {
      ...{ id: made, meetingId: part.id, start: new Date(start), rank, audience, title, minutes, notes, notesHtml },
      ...{ notesRenderer, ownerId, done, decision: row.decision, taskId: row.taskId, standingId: id },
      decidedAt: row.decision ? new Date() : null,
    },
  ]);
  await noteCopied(ctx, id, start);
  return { row: await itemOf(ctx, made), isCopied: true };
}

/** What others had there when the change was begun, by field. One's own earlier change of a field is no conflict. */
function baseOf(edits: readonly LineEdit[], me: string): Partial<LineFields> {
  const base: Partial<LineFields> = {};
  for (const field of new Set(edits.flatMap(({ before }) => Object.keys(before) as LineField[]))) {
    const touching = edits.filter(({ before }) => field in before);
    if (field !== 'notes' && touching.every(({ byId }) => byId === me)) continue;
    Object.assign(base, { [field]: touching[0]?.before[field] });
  }
  return base;
}

/**
 * Merged with what others changed since `version`: other fields stay, minutes are put together or stand beside each other.
 * `conflict` with what there is now where somebody else changed the same field to something else.
 */
export async function editAgendaItem(
  ctx: Ctx,
  { id, version, occurrence, overwrite, removed, after_id, ...input }: EditAgendaItem,
): Promise<AgendaItemRecord> {
  await ownerOf(ctx, input.owner_id);
  if (input.task_id) await taskFacts(ctx, input.task_id);
  const seen = await seenLine(ctx, id, occurrence);
  const { part, start } = seen;
  allow(canWriteAgenda(ctx.actor, part, invited(ctx, part)), MAY_NOT);
  const { row, isCopied } = await reachedLine(ctx, seen);
  const { memberId } = ctx.actor;
  const comesBack = row.removed && (removed === false || input.notes !== undefined || input.title !== undefined);
  if (row.removed && !comesBack) throw notFound('The agenda line');
  // What one meeting makes of a line of every one begins as that line was.
  const since = isCopied && row._id !== id ? 1 : version;
  const edits = await editsSince(ctx, row._id, since, row.version);
  const { fields, conflicts, met } = mergeLine(
    edits && baseOf(edits, memberId),
    fieldsOfLine(row),
    input,
    ctx.actor.name,
  );
  if (conflicts.length && !overwrite) throw stale(agendaRecord(row, start));
  for (const field of conflicts) Object.assign(fields, { [field]: input[field] });
  if (met && fields.notes !== undefined && !fitsMinutes(fields.notes))
    throw new DomainError('conflict', 'Together with what others wrote meanwhile this is too long. Shorten it.', {
      current: agendaRecord(row, start),
    });
  clientsMay(fields.audience, part);
  const changed = Object.keys(fields) as LineField[];
  if (!changed.length && after_id === undefined && !comesBack) return agendaRecord(row, start, met);

  const others = after_id === undefined ? [] : await linesOf(ctx, part, sql`and i.id <> ${row._id}::uuid`);
  await ctx.db.agendaItem.updateMany({
    where: { id: row._id },
    data: {
      ...columnsOf(fields),
      ...settledIn(fields, row, start),
      ...(after_id !== undefined && { rank: rankAfter(others, after_id) }),
      ...(comesBack && { removedAt: null }),
      version: { increment: 1 },
      updatedAt: new Date(),
    },
  });
  const was = fieldsOfLine(row);
  await keepEdit(ctx, row._id, row.version + 1, {
    ...Object.fromEntries(changed.map((field) => [field, was[field]])),
    ...(comesBack && { removed: true }),
  });
  const after = await itemOf(ctx, row._id);
  const subject = tell(ctx, part);
  const about = { meeting_id: part.id, title: part.title };
  const by = (touches: (edit: LineEdit) => boolean) =>
    new Set((edits ?? []).flatMap((edit) => (edit.byId && edit.byId !== memberId && touches(edit) ? edit.byId : [])));
  const overlap = (told: Set<string>, how: 'both' | 'replaced' | 'returned') => {
    if (told.size)
      ctx.happened('agenda.overlapped', { ...subject, told: [...told] }, { ...about, line: row.title, how });
  };
  if (met === 'both')
    overlap(
      by(({ before }) => 'notes' in before),
      'both',
    );
  if (conflicts.length)
    overlap(
      by(({ before }) => conflicts.some((field) => field in before)),
      'replaced',
    );
  if (comesBack && removed !== false)
    overlap(
      by(({ before }) => before.removed === false),
      'returned',
    );
  if (fields.decision) ctx.happened('agenda.decided', subject, { ...about, decision: after.title });
  return agendaRecord(after, start, met);
}

function columnsOf({ notes, owner_id, task_id, decision, ...same }: Partial<LineFields>) {
  const rendered = notes === undefined ? null : renderedFor('notes', notes);
  return {
    ...same,
    ...(rendered && { notes, notesHtml: rendered.html, notesRenderer: rendered.renderer }),
    ...(owner_id !== undefined && { ownerId: owner_id }),
    ...(task_id !== undefined && { taskId: task_id }),
    ...(decision !== undefined && { decision, decidedAt: decision ? new Date() : null }),
  };
}

/** A line that was carried over stays in the agenda in which it was settled, and in those before. */
function settledIn({ done, decision }: Partial<LineFields>, row: AgendaRow, start: number | null) {
  if (done || decision)
    return start !== null && row.start !== null && start > row.start ? { settledStart: new Date(start) } : {};
  return (done ?? row.done) || (decision ?? row.decision) ? {} : { settledStart: null };
}

/** It can come back, until it is forgotten. */
export async function deleteAgendaItem(ctx: Ctx, { id, occurrence }: AgendaReference): Promise<AgendaItemRecord> {
  const seen = await seenLine(ctx, id, occurrence);
  const { part, start } = seen;
  allow(canWriteAgenda(ctx.actor, part, invited(ctx, part)), MAY_NOT);
  const { row } = await reachedLine(ctx, seen);
  if (row.removed) throw notFound('The agenda line');
  await ctx.db.agendaItem.updateMany({
    where: { id: row._id },
    data: { removedAt: new Date(), version: { increment: 1 }, updatedAt: new Date() },
  });
  await keepEdit(ctx, row._id, row.version + 1, { removed: false });
  await forgetRemoved(ctx, part.id);
  tell(ctx, part);
  return agendaRecord(await itemOf(ctx, row._id), start);
}

/** The line becomes a task of the team, whose owner works on it if they may. */
export async function agendaItemToTask(
  ctx: Ctx,
  { id, occurrence, project_id }: AgendaToTask,
): Promise<AgendaItemRecord> {
  const seen = await seenLine(ctx, id, occurrence);
  const { part, start } = seen;
  allow(canWriteAgenda(ctx.actor, part, invited(ctx, part)), MAY_NOT);
  const { row } = await reachedLine(ctx, seen);
  if (row.removed) throw notFound('The agenda line');
  if (row.task)
    throw new DomainError('conflict', 'The line has a task already.', { current: agendaRecord(row, start) });
  const projectId = project_id ?? part.projectId;
  if (!projectId) throw invalidField('project_id', 'Say in which project.');
  const task = await createTask(ctx, {
    ...{
      project_id: projectId,
      title: cut(row.title, MOST_LETTERS),
      description: '',
      priority: 'none',
      audience: 'internal',
    },
    ...{ status: 1, assignee_ids: await assigneesOf(ctx, projectId, row.ownerId), label_ids: [] },
  });
  return editAgendaItem(ctx, { id: row._id, version: row.version, occurrence, task_id: task._id });
}

async function assigneesOf(ctx: Ctx, projectId: string, ownerId: string | null): Promise<string[]> {
  if (!ownerId) return [];
  const { people } = await projectFacts(ctx, projectId, { memberIds: [ownerId] });
  const own = { projectId, createdById: ctx.actor.memberId, assigneeIds: [ownerId], audience: 'internal' as const };
  try {
    checkAssignees([ownerId], people);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
  return canAssign(ctx.actor, own, [ownerId]) ? [ownerId] : [];
}
