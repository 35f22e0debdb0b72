import 'server-only';
import type { Ctx } from '@/lib/org';
import type { TaskSubject } from '@/lib/task/events';

type Watched = Omit<TaskSubject, 'version'> & { memberIds: readonly string[] };

/** Of tasks that were made together; nobody is told. */
export async function watchMany({ db }: Ctx, tasks: readonly Watched[]): Promise<void> {
  const data = tasks.flatMap(({ id: taskId, projectId, audience, memberIds }) =>
    memberIds.map((memberId) => ({ taskId, memberId, projectId, audience })),
  );
  if (data.length) await db.taskWatcher.createMany({ data, skipDuplicates: true });
}
