import 'server-only';
import type { Source } from '@/lib/imported/vocabulary';
import type { Ctx } from '@/lib/org';
import { recordset, sql } from '@/lib/sql';
import { newId } from '@/lib/validation';

/** Imported: the caller's, with who wrote it there. Internal, and with nobody told; rendered when they are read. `at`: ISO 8601. */
export type BulkComment = {
  taskId: string;
  taskAudience: string;
  projectId: string;
  body: string;
  at: string;
  source: Source;
  name: string | null;
};

export async function insertComments({ db, actor }: Ctx, comments: readonly BulkComment[]): Promise<void> {
  if (!comments.length) return;
  const rows = comments.map((comment) => ({ ...comment, id: newId() }));
  await db.$executeRaw`
    insert into comment (id, task_id, project_id, task_audience, audience, author_id, body, created_at, imported_from, imported_name)
    select id, "taskId", "projectId", "taskAudience", 'internal', ${actor.memberId}::uuid, body, at, source, name
      from ${recordset(rows, sql`id uuid, "taskId" uuid, "taskAudience" text, "projectId" uuid, body text, at timestamptz, source text, name text`)}`;
}
