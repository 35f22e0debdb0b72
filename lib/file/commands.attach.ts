import 'server-only';
import { bidi } from '@/lib/bidi';
import { allow, DomainError, notFound } from '@/lib/errors';
import { makeFile } from '@/lib/file/commands.add';
import type { Place } from '@/lib/file/commands.place';
import { canEditItem, canShareItems } from '@/lib/file/policy';
import { placeDraft } from '@/lib/file/queries.attached';
import { contentIn, mustFitQuota } from '@/lib/file/queries.content';
import { hearingOfFile } from '@/lib/file/queries.hearing';
import { type FileFacts, presentFile } from '@/lib/file/queries.record';
import { freeName } from '@/lib/file/queries.write';
import type { Ctx } from '@/lib/org';

/**
 * Puts a file of the same project, or of the organisation's own space, to this place: a draft itself, of any other a
 * new file of the same content. `not_found` for files of other projects; `forbidden` where clients would see what they
 * do not see yet, and the caller may not share it. @returns its id
 */
export async function attachFile(ctx: Ctx, place: Place, id: string): Promise<string> {
  const file = await presentFile(ctx, id);
  if (file.projectId !== null && file.projectId !== place.projectId) throw notFound('The file');
  if (file.draft) return attachDraft(ctx, place, file);
  const shown = (place.commentAudience ?? place.audience) === 'client';
  allow(
    !shown || file.audience === 'client' || canShareItems(ctx.actor, { ...file, projectId: place.projectId }),
    bidi`Clients do not see “${file.name}” yet, and would see it here. Only who leads the project, or an admin or sub-admin, can share it.`,
  );
  const made = await makeFile(ctx, place, { name: file.name }, await contentIn(ctx, id, file.versionNumber));
  await mustFitQuota(ctx);
  return made;
}

async function attachDraft(ctx: Ctx, place: Place, file: FileFacts): Promise<string> {
  const { id, version } = file;
  allow(canEditItem(ctx.actor, file));
  const { projectId, audience } = place;
  const name = await freeName(ctx, place, file.name, id);
  if (!(await placeDraft(ctx, { id, name, ...place })))
    throw new DomainError('conflict', bidi`“${file.name}” is attached already.`);
  const task = place.taskId ? { id: place.taskId, audience } : undefined;
  const seen = place.commentAudience ?? audience;
  const hearing = await hearingOfFile(ctx, { ...place, audience: seen });
  const subject = { id, projectId, version: version + 1, audience: seen, task, hearing };
  ctx.happened('file.added', subject, { file_id: id, name });
  await ctx.settle();
  return id;
}
