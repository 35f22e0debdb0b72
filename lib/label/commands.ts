import 'server-only';
import { allow, nameTaken, stale } from '@/lib/errors';
import { canCreateLabel, canEditLabel } from '@/lib/label/policy';
import { labelNameTaken, lockLabel } from '@/lib/label/queries';
import type { CreateLabel, EditLabel, LabelRecord, LabelReference, LabelUse } from '@/lib/label/schema';
import type { Ctx } from '@/lib/org';
import { relabelled } from '@/lib/task/queries.write';

async function refuseTaken(ctx: Ctx, name: string, own?: string) {
  if (await labelNameTaken(ctx, name, own)) throw nameTaken('label', name);
}

/** `conflict` if the name exists, ignoring case. */
export async function createLabel(ctx: Ctx, { name, colour }: CreateLabel): Promise<LabelRecord> {
  allow(canCreateLabel(ctx.actor), 'Your role cannot create labels.');
  await refuseTaken(ctx, name);
  const { id, createdAt } = await ctx.db.label.create({
    data: { name, colour },
    select: { id: true, createdAt: true },
  });
  ctx.happened('label.created', { id }, { name, colour });
  return { _id: id, name, colour, version: 1, created_at: createdAt.toISOString() };
}

/** `conflict` with the current record if `version` is stale, or if another one has the name. Its tasks show it anew. */
export async function editLabel(ctx: Ctx, { id, version, name, colour }: EditLabel): Promise<LabelRecord> {
  allow(canEditLabel(ctx.actor), 'Your role cannot change labels.');
  const before = await lockLabel(ctx, id);
  if (version !== undefined && version !== before.version) throw stale(before);
  const after = { ...before, name: name ?? before.name, colour: colour ?? before.colour };
  if (after.name === before.name && after.colour === before.colour) return before;
  if (after.name !== before.name) await refuseTaken(ctx, after.name, id);
  await ctx.db.label.updateMany({ where: { id }, data: { ...lookOf(after), version: { increment: 1 } } });
  const touched = await relabelled(ctx, id);
  ctx.happened('label.edited', { id, touched }, { before: lookOf(before), after: lookOf(after) });
  return { ...after, version: before.version + 1 };
}

/** Also takes it from tasks. Can be undone within a day. */
export async function deleteLabel(ctx: Ctx, { id }: LabelReference): Promise<LabelUse> {
  allow(canEditLabel(ctx.actor), 'Your role cannot delete labels.');
  const before = await lockLabel(ctx, id);
  await ctx.db.label.updateMany({ where: { id }, data: { deletedAt: new Date() } });
  const touched = await relabelled(ctx, id);
  const tasks = touched.filter(({ binned }) => !binned).length;
  ctx.happened('label.deleted', { id, touched }, { ...lookOf(before), tasks });
  return { ...before, tasks };
}

/** Undoes a deletion; the tasks have it again. `conflict`: the name is taken. */
export async function restoreLabel(ctx: Ctx, { id }: LabelReference): Promise<LabelRecord> {
  allow(canEditLabel(ctx.actor), 'Your role cannot restore labels.');
  const label = await lockLabel(ctx, id, true);
  await refuseTaken(ctx, label.name);
  await ctx.db.label.updateMany({ where: { id }, data: { deletedAt: null, version: { increment: 1 } } });
  const touched = await relabelled(ctx, id);
  ctx.happened('label.restored', { id, touched }, lookOf(label));
  return { ...label, version: label.version + 1 };
}

const lookOf = ({ name, colour }: { name: string; colour: string }) => ({ name, colour });
