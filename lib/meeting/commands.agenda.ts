import 'server-only';
import { generateKeyBetween } from 'fractional-indexing';
import { allow, invalidField, notFound, stale } from '@/lib/errors';
import { canWriteAgenda } from '@/lib/meeting/policy';
import { type MeetingPart, meetingPart } from '@/lib/meeting/queries';
import { type AgendaRow, agendaRecord, agendaRows, insertLines, lockAgenda } from '@/lib/meeting/queries.agenda';
import type { AddAgendaItem, AgendaItemRecord, AgendaReference, EditAgendaItem } from '@/lib/meeting/schema';
import type { Ctx } from '@/lib/org';
import { sql } from '@/lib/sql';
import { taskFacts } from '@/lib/task/queries.facts';
import { newId } from '@/lib/validation';

const MAY_NOT = 'Only who arranges the meeting, or is invited to it, writes its agenda.';
const MOST_LINES = 200;

const invited = (ctx: Ctx, { attendees }: MeetingPart) => attendees.some((one) => one.memberId === ctx.actor.memberId);

async function ownerOf(ctx: Ctx, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const found = await ctx.db.member.count({ where: { id, approval: 1, deactivatedAt: null } });
  if (!found) throw invalidField('owner_id', 'No active member of the organisation has this id.');
}

/** After the line that is named; null: first; undefined: last. */
function rankAfter(rows: readonly AgendaRow[], after: string | null | undefined): string {
  if (after === undefined) return generateKeyBetween(rows.at(-1)?.rank ?? null, null);
  const at = after === null ? -1 : rows.findIndex(({ _id }) => _id === after);
  if (after !== null && at < 0) throw invalidField('after_id', 'This line does not belong to the agenda.');
  return generateKeyBetween(rows[at]?.rank ?? null, rows[at + 1]?.rank ?? null);
}

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
  await lockAgenda(ctx, part.id);
  const rows = await agendaRows(ctx, sql`i.meeting_id = ${part.id}::uuid`);
  if (rows.length >= MOST_LINES * 10) throw invalidField('meeting_id', 'This agenda has too many lines.');
  if (input.audience === 'client' && part.audience === 'internal')
    throw invalidField('audience', 'Share the meeting with clients first.');
  const id = newId();
  await insertLines(ctx, [
    {
      ...{
        id,
        meetingId: part.id,
        start: start === null ? null : new Date(start),
        rank: rankAfter(rows, input.after_id),
      },
      ...{ audience: input.audience ?? part.audience, title: input.title, notes: input.notes },
      ...{ minutes: input.minutes ?? null, ownerId: input.owner_id ?? null },
    },
  ]);
  tell(ctx, part);
  return agendaRecord(await itemOf(ctx, id), start);
}

/** `conflict` with what there is now if `version` is stale. */
export async function editAgendaItem(ctx: Ctx, { id, version, ...input }: EditAgendaItem): Promise<AgendaItemRecord> {
  const seen = await itemOf(ctx, id);
  const { part } = await meetingPart(ctx, seen.meeting_id);
  allow(canWriteAgenda(ctx.actor, part, invited(ctx, part)), MAY_NOT);
  await ownerOf(ctx, input.owner_id);
  const task = input.task_id ? await taskFacts(ctx, input.task_id) : null;
  await lockAgenda(ctx, part.id);
  const before = await itemOf(ctx, id);
  if (before.version !== version) throw stale(agendaRecord(before, before.start));
  if (input.audience === 'client' && part.audience === 'internal')
    throw invalidField('audience', 'Share the meeting with clients first.');
  const others =
    input.after_id === undefined
      ? []
      : (await agendaRows(ctx, sql`i.meeting_id = ${part.id}::uuid`)).filter((row) => row._id !== id);
  const decided = input.decision === true && !before.decision;
  await ctx.db.agendaItem.updateMany({
    where: { id },
    data: {
      ...(input.title !== undefined && { title: input.title }),
      ...(input.notes !== undefined && { notes: input.notes }),
      ...(input.minutes !== undefined && { minutes: input.minutes }),
      ...(input.owner_id !== undefined && { ownerId: input.owner_id }),
      ...(input.audience !== undefined && { audience: input.audience }),
      ...(input.done !== undefined && { done: input.done }),
      ...(input.decision !== undefined && { decision: input.decision }),
      ...(decided && { decidedAt: new Date() }),
      ...(input.decision === false && { decidedAt: null }),
      ...(input.task_id !== undefined && { taskId: task?.id ?? null }),
      ...(input.after_id !== undefined && { rank: rankAfter(others, input.after_id) }),
      version: { increment: 1 },
      updatedAt: new Date(),
    },
  });
  const after = await itemOf(ctx, id);
  const subject = tell(ctx, part);
  if (decided)
    ctx.happened('agenda.decided', subject, { meeting_id: part.id, title: part.title, decision: after.title });
  return agendaRecord(after, after.start);
}

export async function deleteAgendaItem(ctx: Ctx, { id }: AgendaReference): Promise<AgendaItemRecord> {
  const item = await itemOf(ctx, id);
  const { part } = await meetingPart(ctx, item.meeting_id);
  allow(canWriteAgenda(ctx.actor, part, invited(ctx, part)), MAY_NOT);
  await ctx.db.agendaItem.deleteMany({ where: { id } });
  tell(ctx, part);
  return agendaRecord(item, item.start);
}
