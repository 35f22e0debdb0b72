import 'server-only';
import { allow, DomainError, invalidField, stale } from '@/lib/errors';
import { nameNotes } from '@/lib/file/bytes/notes';
import { addVersion, makeFile } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
import { canEditItem, canShareItems } from '@/lib/file/policy';
import { updateFile } from '@/lib/file/queries.change';
import { contentIn, mustFitQuota } from '@/lib/file/queries.content';
import { hearingOfFile } from '@/lib/file/queries.hearing';
import { folderName, holdPlace, type PlaceWanted } from '@/lib/file/queries.place';
import { type FileFacts, getFile, presentFile, subjectOf } from '@/lib/file/queries.record';
import { chosenName, freeName } from '@/lib/file/queries.write';
import type { CopyFile, EditFile, FileRecord, RestoreVersion } from '@/lib/file/schema';
import type { FileAudience } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';

const NOT_YOURS = 'You can only change files that you uploaded.';

/** A new name, a new place, or another audience. A name that is taken there gets a number. */
export async function editFile(ctx: Ctx, input: EditFile): Promise<FileRecord> {
  const { id, version } = input;
  const file = await presentFile(ctx, id);
  allow(canEditItem(ctx.actor, file), NOT_YOURS);
  if (version !== file.version) throw stale(await getFile(ctx, { id }));
  const to = await targetOf(ctx, file, input);
  if (input.audience) checkSharing(ctx, { ...file, ...to }, input.audience);
  const place = to ?? file;
  const audience = input.audience ?? to?.audience ?? file.audience;
  const chosen = input.name === undefined ? { name: file.name, changed: [] } : chosenName(input.name);
  const wanted = chosen.name;
  const name = (to || wanted !== file.name) && !file.draft ? await freeName(ctx, place, wanted, id) : wanted;
  const shared = audience !== file.audience;
  if (to || shared || name !== file.name) {
    // A comment's audience is its own: the file keeps its task's.
    const kept = file.taskId ? (file.taskAudience as FileAudience) : audience;
    const { spaceId, projectId, folderId } = place;
    if (!(await updateFile(ctx, file, { name, spaceId, projectId, folderId, audience: kept })))
      throw stale(await getFile(ctx, { id }));
    const subject = { ...subjectOf(file, version + 1, audience), projectId, from: file.projectId };
    const named = { file_id: id, name };
    const elsewhere = spaceId !== file.spaceId;
    // Whoever sees it only from now on does not read what it was called before.
    const hidden = file.audience === 'internal';
    // A draft is nobody else's.
    if (name !== file.name && !file.draft)
      ctx.happened('file.renamed', { ...subject, teamOnly: hidden || elsewhere }, { ...named, from: file.name });
    if (to) {
      const arrived = elsewhere && ({ arrived: true } as const);
      ctx.happened('file.moved', { ...subject, teamOnly: hidden || to.closed }, { ...named, to: to.name, ...arrived });
    }
    if (shared && audience === 'internal') ctx.happened('file.unshared', subject, named);
    else if (shared)
      ctx.happened('file.shared', { ...subject, hearing: await hearingOfFile(ctx, { projectId, audience }) }, named);
  }
  const record = await getFile(ctx, { id });
  return { ...record, notes: [...nameNotes(chosen, name), ...record.notes] };
}

/** Beside it unless a place is named. Its bytes are not stored again. */
export async function copyFile(ctx: Ctx, { id, folder_id, project_id }: CopyFile): Promise<FileRecord> {
  const file = await presentFile(ctx, id);
  const named = folder_id !== undefined || project_id !== undefined;
  const wanted: PlaceWanted = named
    ? { folder_id, project_id }
    : { folder_id: file.folderId, project_id: file.projectId };
  const facts = await holdPlace(ctx, wanted);
  const place = await placeFor(ctx, wanted, facts);
  allow(!file.draft || canEditItem(ctx.actor, file), NOT_YOURS);
  const visible = place.audience === 'client' || canShareItems(ctx.actor, facts);
  const audience = file.audience === 'client' && visible ? 'client' : 'internal';
  const copy = await makeFile(
    ctx,
    { ...place, audience },
    { name: file.name },
    await contentIn(ctx, id, file.versionNumber),
  );
  await mustFitQuota(ctx);
  return getFile(ctx, { id: copy });
}

/** The old content becomes the next version. */
export async function restoreVersion(ctx: Ctx, { id, version_number }: RestoreVersion): Promise<FileRecord> {
  const file = await presentFile(ctx, id);
  allow(canEditItem(ctx.actor, file), NOT_YOURS);
  await addVersion(ctx, file, await contentIn(ctx, id, version_number), version_number);
  await mustFitQuota(ctx);
  return getFile(ctx, { id });
}

/** `closed`: clients do not see the folder. */
type Target = Awaited<ReturnType<typeof placeFor>> & { leaderId: string | null; name: string | null; closed: boolean };

/** Where it is to go, and its audience there; undefined: it stays. */
async function targetOf(ctx: Ctx, file: FileFacts, { folder_id, project_id }: EditFile): Promise<Target | undefined> {
  const projectId = project_id === undefined && !folder_id ? file.projectId : project_id;
  const folderId = folder_id ?? null;
  if (folder_id === undefined && project_id === undefined) return undefined;
  if (folderId === file.folderId && (folderId !== null || projectId === file.projectId)) return undefined;
  if (file.draft || file.taskId)
    throw new DomainError('conflict', 'This file belongs to a task. Copy it to a folder instead.');
  const wanted = { folder_id: folderId, project_id: projectId };
  const facts = await holdPlace(ctx, wanted);
  const { spaceId, leaderId } = facts;
  const place = await placeFor(ctx, wanted, facts);
  // At the root of its own project it stays what it was; elsewhere nobody sees it who did not before.
  const stays = folderId === null && spaceId === file.spaceId;
  const audience = stays || (file.audience === 'client' && place.audience === 'client') ? file.audience : 'internal';
  const closed = folderId !== null && place.audience === 'internal';
  return { ...place, leaderId, audience, closed, name: folderId === null ? null : await folderName(ctx, folderId) };
}

function checkSharing(
  ctx: Ctx,
  { projectId, leaderId, taskId, draft }: Pick<FileFacts, 'projectId' | 'leaderId' | 'taskId' | 'draft'>,
  audience: FileAudience,
): void {
  if (taskId || draft) throw new DomainError('conflict', 'What hangs on a task is seen by whoever sees the task.');
  if (projectId === null && audience === 'client')
    throw invalidField('audience', 'The organisation’s own space is for the team: clients see files of projects.');
  allow(
    projectId === null || canShareItems(ctx.actor, { projectId, leaderId }),
    'Only who leads the project, or an admin or sub-admin, can share files with clients.',
  );
}
