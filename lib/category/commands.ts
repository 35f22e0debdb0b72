import 'server-only';
import { canCreateCategory, canEditCategory } from '@/lib/category/policy';
import { categoryNameTaken, lockCategory, replaceCategory } from '@/lib/category/queries';
import type {
  CategoryRecord,
  CategoryReference,
  CreateCategory,
  DeletedCategory,
  EditCategory,
} from '@/lib/category/schema';
import { allow, nameTaken, notFound, stale } from '@/lib/errors';
import type { Ctx } from '@/lib/org';

async function refuseTaken(ctx: Ctx, name: string, own?: string) {
  if (await categoryNameTaken(ctx, name, own)) throw nameTaken('category', name);
}

/** `conflict` if the name exists, ignoring case. */
export async function createCategory(ctx: Ctx, { name, colour }: CreateCategory): Promise<CategoryRecord> {
  allow(canCreateCategory(ctx.actor), 'Your role cannot create categories.');
  await refuseTaken(ctx, name);
  const { id, createdAt } = await ctx.db.category.create({
    data: { name, colour },
    select: { id: true, createdAt: true },
  });
  ctx.happened('category.created', { id }, { name, colour });
  return { _id: id, name, colour, version: 1, created_at: createdAt.toISOString() };
}

/** `conflict` with the current record if `version` is stale, or if another one has the name. */
export async function editCategory(ctx: Ctx, { id, version, name, colour }: EditCategory): Promise<CategoryRecord> {
  allow(canEditCategory(ctx.actor), 'Your role cannot change categories.');
  const before = await lockCategory(ctx, id);
  if (version !== undefined && version !== before.version) throw stale(before);
  const after = { ...before, name: name ?? before.name, colour: colour ?? before.colour };
  if (after.name !== before.name) await refuseTaken(ctx, after.name, id);
  if (after.name === before.name && after.colour === before.colour) return before;
  await ctx.db.category.updateMany({ where: { id }, data: { ...lookOf(after), version: { increment: 1 } } });
  ctx.happened('category.edited', { id }, { before: lookOf(before), after: lookOf(after) });
  return { ...after, version: before.version + 1 };
}

/** Also takes it from tasks and projects. Can be undone within a day. */
export async function deleteCategory(ctx: Ctx, { id }: CategoryReference): Promise<DeletedCategory> {
  allow(canEditCategory(ctx.actor), 'Your role cannot delete categories.');
  const before = await lockCategory(ctx, id);
  const touched = await replaceCategory(ctx, id, null);
  const { tasks, projects } = touched;
  await ctx.db.removedCategory.createMany({
    data: [
      {
        id,
        name: before.name,
        colour: before.colour,
        version: before.version,
        taskIds: tasks.map((task) => task.id),
        projectIds: projects.map((project) => project.id),
      },
    ],
  });
  await ctx.db.category.deleteMany({ where: { id } });
  const counts = { tasks: tasks.filter(({ binned }) => !binned).length, projects: projects.length };
  ctx.happened('category.deleted', { id, touched }, { ...lookOf(before), ...counts });
  return { ...before, ...counts };
}

/** Undoes a deletion, on tasks and projects that have no category since. `conflict`: the name is taken. */
export async function restoreCategory(ctx: Ctx, { id }: CategoryReference): Promise<CategoryRecord> {
  allow(canEditCategory(ctx.actor), 'Your role cannot restore categories.');
  const removed = await ctx.db.removedCategory.findFirst({ where: { id } });
  const { count } = await ctx.db.removedCategory.deleteMany({ where: { id } });
  if (!removed || !count) throw notFound('The deleted category');
  const { name, colour } = removed;
  const version = removed.version + 1;
  await refuseTaken(ctx, name);
  const { createdAt } = await ctx.db.category.create({
    data: { id, name, colour, version },
    select: { createdAt: true },
  });
  const touched = await replaceCategory(ctx, null, id, { tasks: removed.taskIds, projects: removed.projectIds });
  ctx.happened('category.restored', { id, touched }, { name, colour });
  return { _id: id, name, colour, version, created_at: createdAt.toISOString() };
}

const lookOf = ({ name, colour }: { name: string; colour: string }) => ({ name, colour });
