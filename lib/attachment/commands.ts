import 'server-only';
import type { AddProjectAttachment, AddTaskAttachment, Given } from '@/lib/attachment/schema';
import type { Acceptance } from '@/lib/contract/endpoint';
import { allow, notFound } from '@/lib/errors';
import { attachFile } from '@/lib/file/commands.attach';
import { deleteFile } from '@/lib/file/commands.bin';
import { keepUpload, roomFor } from '@/lib/file/commands.bytes';
import { placeFor } from '@/lib/file/commands.place';
import { canEditItem } from '@/lib/file/policy';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { getFile, presentFile } from '@/lib/file/queries.record';
import type { FileRecord, ItemName } from '@/lib/file/schema';
import type { Ctx } from '@/lib/org';
import { taskId } from '@/lib/task/queries.facts';
import { id, taskReference } from '@/lib/validation';

const ONLY_OWN = 'You can only remove attachments that you added.';

/** Before the file of a form is read. `fields.id` is the task's. */
export async function acceptTaskAttachment(ctx: Ctx, { id }: Record<string, unknown>): Promise<Acceptance> {
  allow(ctx.actor.role !== 'observer');
  const { success, data } = taskReference.safeParse(id);
  if (!success) throw notFound('The task');
  await placeFor(ctx, { task_id: await taskId(ctx, data) });
  return roomFor(ctx);
}

export async function acceptProjectAttachment(ctx: Ctx, fields: Record<string, unknown>): Promise<Acceptance> {
  allow(ctx.actor.role !== 'observer');
  const { success, data } = id.safeParse(fields.id);
  if (!success) throw notFound('The project');
  await placeFor(ctx, { project_id: data });
  return roomFor(ctx);
}

/** Seen by whoever sees the task. */
export async function addTaskAttachment(ctx: Ctx, { id, ...given }: AddTaskAttachment): Promise<FileRecord> {
  allow(ctx.actor.role !== 'observer');
  return attach(ctx, { task_id: await taskId(ctx, id) }, given);
}

/** A file at the root of the project's space. */
export async function addProjectAttachment(ctx: Ctx, { id, ...given }: AddProjectAttachment): Promise<FileRecord> {
  allow(ctx.actor.role !== 'observer');
  return attach(ctx, { project_id: id }, given);
}

async function attach(ctx: Ctx, wanted: PlaceWanted, { file, file_id }: Given) {
  const place = await placeFor(ctx, wanted);
  if (file) return keepUpload(ctx, place, file);
  return getFile(ctx, { id: await attachFile(ctx, place, file_id as string) });
}

/** Of a task or of one of its comments, into the bin. */
export async function deleteTaskAttachment(ctx: Ctx, { id }: { id: string }): Promise<ItemName> {
  const file = await presentFile(ctx, id);
  if (!file.taskId) throw notFound('The attachment');
  allow(canEditItem(ctx.actor, file), ONLY_OWN);
  return deleteFile(ctx, { id });
}

/** At the root of a project's space, into the bin. */
export async function deleteProjectAttachment(ctx: Ctx, { id }: { id: string }): Promise<ItemName> {
  const file = await presentFile(ctx, id);
  if (file.projectId === null || file.folderId || file.taskId || file.draft) throw notFound('The attachment');
  allow(canEditItem(ctx.actor, file), ONLY_OWN);
  return deleteFile(ctx, { id });
}
