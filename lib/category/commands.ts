import 'server-only';
import { canCreateCategory } from '@/lib/category/policy';
import { categoryNameTaken } from '@/lib/category/queries';
import type { CategoryRecord, CreateCategory } from '@/lib/category/schema';
import { allow, DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';

/** Adds a category. `conflict` if one of this name exists, in whatever case. */
export async function createCategory(ctx: Ctx, { name, colour }: CreateCategory): Promise<CategoryRecord> {
  allow(canCreateCategory(ctx.actor), 'Your role does not create categories.');
  if (await categoryNameTaken(ctx, name))
    throw new DomainError('conflict', `There is a category named ${name} already.`, {
      errors: { name: ['This name is taken.'] },
    });
  const { id, createdAt } = await ctx.db.category.create({
    data: { name, colour },
    select: { id: true, createdAt: true },
  });
  return { _id: id, name, colour, created_at: createdAt.toISOString() };
}
