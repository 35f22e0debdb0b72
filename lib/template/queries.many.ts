import 'server-only';
import { insertChecklists } from '@/lib/checklist/queries.bulk';
import type { CustomValues } from '@/lib/custom-field/vocabulary';
import type { Ctx } from '@/lib/org';
import { assignMany } from '@/lib/task/assignment';
import { labelMany } from '@/lib/task/labelling';
import { giveKnown } from '@/lib/task/queries.values';
import { type BulkTask, insertTasks } from '@/lib/task/queries.write';

type WholeTask = {
  task: BulkTask;
  memberIds: readonly string[];
  labelIds: readonly string[];
  custom: CustomValues;
  items: readonly { title: string; done: boolean }[];
};

/** Tasks of a project with what hangs on them; of people those who `fit`. History does not tell, nor is anybody told. */
export async function insertWhole(
  ctx: Ctx,
  projectId: string,
  tasks: readonly WholeTask[],
  fit: ReadonlySet<string>,
): Promise<void> {
  await insertTasks(
    ctx,
    projectId,
    tasks.map(({ task }) => task),
  );
  const made = tasks.map(({ task: { id, audience }, memberIds, ...parts }) => ({
    ...{ id, audience, projectId, ...parts },
    memberIds: [...new Set(memberIds.filter((one) => fit.has(one)))],
  }));
  await assignMany(ctx, made);
  await labelMany(ctx, made);
  await giveKnown(ctx, projectId, made, fit);
  await insertChecklists(ctx, made);
}
