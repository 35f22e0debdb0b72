import 'server-only';
import { allow, DomainError, invalidField, stale } from '@/lib/errors';
import { projectFollowers } from '@/lib/milestone/queries';
import type { Ctx } from '@/lib/org';
import { findProject } from '@/lib/project/queries.people';
import { canDeleteUpdate, canEditUpdate, canWriteUpdate, isStillOpen } from '@/lib/project-update/policy';
import { getUpdate, lockUpdate } from '@/lib/project-update/queries';
import type { EditUpdate, UpdateRecord, UpdateReference, WriteUpdate } from '@/lib/project-update/schema';
import { CHANGES_FOR_HOURS, UPDATE_FIELDS } from '@/lib/project-update/vocabulary';
import { newId } from '@/lib/validation';

const MAY_NOT = 'Only the project’s leader, or an admin or sub-admin, writes its updates.';

/** Tells whoever follows the project; its clients only where it is meant for them. */
export async function writeUpdate(ctx: Ctx, input: WriteUpdate): Promise<UpdateRecord> {
  const { project_id: projectId, health, done, next, trouble, audience } = input;
  const project = await findProject(ctx, projectId);
  allow(canWriteUpdate(ctx.actor, project), MAY_NOT);
  const id = newId();
  await ctx.db.projectUpdate.create({
    data: { id, projectId, authorId: ctx.actor.memberId, health, done, next, trouble, audience },
  });
  const followers = await projectFollowers(ctx, projectId, audience);
  ctx.happened('update.written', { id, projectId, audience, followers }, { update_id: id, health });
  return getUpdate(ctx, id);
}

/** For a day, by its author. `conflict` later, or with the current record if `version` is stale. */
export async function editUpdate(ctx: Ctx, { id, version, ...changes }: EditUpdate): Promise<UpdateRecord> {
  const before = await lockUpdate(ctx, id);
  allow(canEditUpdate(ctx.actor, before), 'An update is changed by whoever wrote it.');
  if (!isStillOpen(before))
    throw new DomainError('conflict', `An update can be changed for ${CHANGES_FOR_HOURS} hours. Write a new one.`);
  const record = await getUpdate(ctx, id);
  if (version !== undefined && version !== before.version) throw stale(record);
  const after = { ...record, ...changes };
  if (!UPDATE_FIELDS.some((field) => after[field])) throw invalidField('done', 'Say something about the project.');
  const { health, done, next, trouble } = after;
  await ctx.db.projectUpdate.updateMany({
    where: { id },
    data: { health, done, next, trouble, editedAt: new Date(), version: { increment: 1 } },
  });
  ctx.happened('update.edited', before, { update_id: id, health });
  return getUpdate(ctx, id);
}

/** Can be undone within a day. */
export async function deleteUpdate(ctx: Ctx, { id }: UpdateReference): Promise<UpdateRecord> {
  const before = await lockUpdate(ctx, id);
  allow(canDeleteUpdate(ctx.actor, before), MAY_NOT);
  const record = await getUpdate(ctx, id);
  await ctx.db.projectUpdate.updateMany({ where: { id }, data: { deletedAt: new Date() } });
  ctx.happened('update.deleted', before, { update_id: id, health: before.health });
  return record;
}

export async function restoreUpdate(ctx: Ctx, { id }: UpdateReference): Promise<UpdateRecord> {
  const before = await lockUpdate(ctx, id, true);
  allow(canDeleteUpdate(ctx.actor, before), MAY_NOT);
  await ctx.db.projectUpdate.updateMany({ where: { id }, data: { deletedAt: null, version: { increment: 1 } } });
  ctx.happened('update.restored', before, { update_id: id, health: before.health });
  return getUpdate(ctx, id);
}
