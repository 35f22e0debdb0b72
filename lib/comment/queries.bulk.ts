import 'server-only';
import type { Ctx } from '@/lib/org';
import { recordset, sql } from '@/lib/sql';
import { newId } from '@/lib/validation';

/** Internal, and with nobody told; rendered when they are read. `at`: ISO 8601. */
export type BulkComment = { taskId: string; projectId: string; authorId: string; body: string; at: string };

export async function insertComments({ db }: Ctx, comments: readonly BulkComment[]): Promise<void> {
  if (!comments.length) return;
  const rows = comments.map((comment) => ({ ...comment, id: newId() }));
  await db.$executeRaw`
    insert into comment (id, task_id, project_id, task_audience, audience, author_id, body, created_at)
    select id, "taskId", "projectId", 'internal', 'internal', "authorId", body, at
      from ${recordset(rows, sql`id uuid, "taskId" uuid, "projectId" uuid, "authorId" uuid, body text, at timestamptz`)}`;
}
