import 'server-only';
import { allow, DomainError, invalidField } from '@/lib/errors';
import { canAddFile, canDraftFile, canEditItem, canShareItems } from '@/lib/file/policy';
import { type PlaceFacts, type PlaceWanted, placeFacts } from '@/lib/file/queries.place';
import { type FileFacts, presentFile } from '@/lib/file/queries.record';
import type { Ctx } from '@/lib/org';

/** A place where the caller may put a file. `fileId`: it becomes the next version of this one. */
export type Place = Omit<PlaceFacts, 'leaderId'> & { draft: boolean; fileId: string | null; wanted: PlaceWanted };

/** `known`: what is there, if it has been read. Throws `not_found` for what the caller does not see, `forbidden` for what it may not add to, `invalid` otherwise. */
export async function placeFor(ctx: Ctx, wanted: PlaceWanted, known?: PlaceFacts): Promise<Place> {
  const { actor } = ctx;
  if (wanted.file_id) {
    const file = await presentFile(ctx, wanted.file_id);
    allow(canEditItem(actor, file), 'You can only add versions to files that you uploaded.');
    return { ...placeOf(file), fileId: file.id, wanted };
  }
  const { leaderId, ...facts } = known ?? (await placeFacts(ctx, wanted));
  const draft = wanted.draft ?? false;
  if (draft && (facts.folderId || facts.taskId))
    throw new DomainError('invalid', 'A draft has no folder and no task: it is attached afterwards.');
  const fromClient = actor.role === 'client';
  const usual = fromClient && facts.projectId ? 'client' : facts.audience;
  const audience = facts.taskId ? facts.audience : (wanted.audience ?? usual);
  // For a private room of the chat, in which clients are too.
  const forPrivateRoom = draft && !facts.projectId;
  allow(
    forPrivateRoom ? canDraftFile(actor) : canAddFile(actor, { ...facts, audience: usual }),
    facts.projectId === null
      ? 'Only admins and sub-admins add files to the organisation’s own space.'
      : 'Your role does not allow adding files here.',
  );
  if (audience === 'client' && !facts.projectId)
    throw invalidField('audience', 'The organisation’s own space is for the team: clients see files of projects.');
  allow(!fromClient || audience === 'client' || forPrivateRoom, 'What clients upload is always visible to clients.');
  allow(
    audience === usual || audience === 'internal' || canShareItems(actor, { projectId: facts.projectId, leaderId }),
    'Only who leads the project, or an admin or sub-admin, can share files with clients.',
  );
  return { ...facts, audience, draft, fileId: null, wanted };
}

const placeOf = ({ spaceId, projectId, folderId, taskId, commentId, audience, draft }: FileFacts) => ({
  ...{ spaceId, projectId, folderId, taskId, commentId, audience, draft },
  commentAudience: null,
  depth: 0,
});
