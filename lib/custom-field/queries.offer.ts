import 'server-only';
import { canEditFields } from '@/lib/custom-field/policy';
import type { Ctx } from '@/lib/org';

/** Fields of chosen projects are offered in a new one too, where the caller may define fields; else it goes without. */
export async function offerFieldsIn(ctx: Ctx, from: string, to: string): Promise<void> {
  if (!canEditFields(ctx.actor)) return;
  const rows = await ctx.db.customFieldProject.findMany({ where: { projectId: from }, select: { fieldId: true } });
  await ctx.db.customFieldProject.createMany({
    data: rows.map(({ fieldId }) => ({ fieldId, projectId: to })),
    skipDuplicates: true,
  });
}
