import 'server-only';
import type { FileAudience } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';

type Placed = { projectId: string | null; taskId?: string | null; commentId?: string | null; audience: FileAudience };

/** Who is told that it is there: nobody of the organisation's own space, or of a comment, which tells of itself. */
export async function hearingOfFile({ db }: Ctx, placed: Placed): Promise<string[]> {
  const { projectId, taskId = null, commentId, audience } = placed;
  if (projectId === null || commentId) return [];
  const [row] = await db.$queryRaw<[{ people: string[] }]>`
    select hearing_of_file(${projectId}::uuid, ${taskId}::uuid, ${audience}) as people`;
  return row.people;
}
