import 'server-only';
import { bidi } from '@/lib/bidi';
import { env } from '@/lib/env';
import { DomainError, invalidField } from '@/lib/errors';
import { safeName, withEnding } from '@/lib/file/bytes/names';
import { type FileAudience, nameKey, nameOrder } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';
import type { Location } from '@/lib/storage/storage';
import { newId } from '@/lib/validation';

/** `size` in bytes, `sha256` in hex, `storageKey` as the storage gave it. */
export type StoredBytes = Location & { sha256: string; size: number; type: string; storedAs: string | null };
/** What a version holds. */
type Content = { contentId: string; size: number; type: string; sha256: string };

/** Null: it does not fit into the quota. `stored` false: the organisation has these bytes in this storage already. */
export async function storeContent(
  { db }: Ctx,
  content: StoredBytes & { id?: string },
): Promise<{ id: string; stored: boolean } | null> {
  const [row] = await db.$queryRaw<{ id: string; stored: boolean }[]>`
    select content_id as id, stored from store_content(${content.id ?? newId()}::uuid, ${content.sha256}, ${content.size}::bigint,
      ${content.type}, ${content.storageKey}, ${content.storedIn}, ${content.storedAs},
      ${env.fileQuotaBytes}::bigint)`;
  return row ?? null;
}

/** Where names are unique: a folder or the root of a space, or a task. */
export type NamePlace = { spaceId: string; folderId: string | null; taskId: string | null };

/** As it is stored: fit for every file system. `changed`: what was done to it, as sentences. */
export function chosenName(typed: string): { name: string; changed: string[] } {
  const chosen = safeName(typed, '');
  if (!chosen.name) throw invalidField('name', 'The name must not be empty.');
  return chosen;
}

const BATCHES = [1, 20, 200, 2_000, 20_000];

/** `name`, or the first of `name (2)`, `name (3)` … that nothing but `except` has there; the same name waits its turn. */
export async function freeName(
  { db }: Ctx,
  place: NamePlace,
  name: string,
  except: string | null = null,
): Promise<string> {
  const { spaceId, folderId, taskId } = place;
  const lock = `name:${spaceId}/${folderId}/${taskId}/${nameKey(name)}`;
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  let number = 1;
  for (const count of BATCHES) {
    const names = Array.from({ length: count }, (_, at) =>
      number + at === 1 ? name : withEnding(name, ` (${number + at})`),
    );
    number += count;
    const taken = await db.$queryRaw<{ key: string }[]>`
      select key from names_taken(${spaceId}::uuid, ${folderId}::uuid, ${taskId}::uuid, ${names.map(nameKey)}::text[], ${except}::uuid)`;
    const keys = new Set(taken.map(({ key }) => key));
    const free = names.find((one) => !keys.has(nameKey(one)));
    if (free !== undefined) return free;
  }
  throw new DomainError('conflict', bidi`There are too many things called “${name}” here. Choose another name.`);
}

type NewFile = Content &
  NamePlace & {
    id: string;
    name: string;
    projectId: string | null;
    commentId: string | null;
    audience: FileAudience;
    draft: boolean;
    by: string;
  };

/** False: its name was taken meanwhile, or there is a file of this id. */
export async function insertFile({ db }: Ctx, one: NewFile): Promise<boolean> {
  const inserted = await db.$executeRaw`
    insert into file (id, space_id, project_id, folder_id, task_id, comment_id, name, name_key, name_order, audience, draft_at,
                      content_id, size, type, sha256, uploaded_by_id)
    values (${one.id}::uuid, ${one.spaceId}::uuid, ${one.projectId}::uuid, ${one.folderId}::uuid, ${one.taskId}::uuid,
            ${one.commentId}::uuid, ${one.name}, ${nameKey(one.name)}, ${nameOrder(one.name)}, ${one.audience},
            case when ${one.draft}::boolean then now() end, ${one.contentId}::uuid, ${one.size}::bigint, ${one.type},
            ${one.sha256}, ${one.by}::uuid)
    on conflict do nothing`;
  return inserted > 0;
}

export const insertVersion = (
  { db }: Pick<Ctx, 'db'>,
  fileId: string,
  number: number,
  content: Content,
  by: string,
) => db.$executeRaw`
  insert into file_version (file_id, version_number, content_id, size, type, sha256, uploaded_by_id)
  values (${fileId}::uuid, ${number}::int, ${content.contentId}::uuid, ${content.size}::bigint, ${content.type},
          ${content.sha256}, ${by}::uuid)`;

/** Makes the content the file's present one. Undefined: it is gone, or not the caller's to change. */
export async function replaceContent(
  { db }: Ctx,
  id: string,
  content: Content,
): Promise<{ version: number; versionNumber: number } | undefined> {
  const [row] = await db.$queryRaw<{ version: number; versionNumber: number }[]>`
    update file set content_id = ${content.contentId}::uuid, size = ${content.size}::bigint, type = ${content.type},
           sha256 = ${content.sha256}, version_number = version_number + 1, version = version + 1, updated_at = now()
     where id = ${id}::uuid and deleted_at is null
    returning version, version_number as "versionNumber"`;
  return row;
}
