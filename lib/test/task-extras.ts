import { addFile } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
import type { Ctx } from '@/lib/org';
import { repeatTask } from '@/lib/recurrence/commands';
import { RepeatTask } from '@/lib/recurrence/schema';
import { bytes } from '@/lib/test/file-calls';
import { logTime } from '@/lib/time-entry/commands';
import { LogTime } from '@/lib/time-entry/schema';

/** What hangs on tasks and is told by their cards only where it is asked for; `task`: an id. */

export const spend = (ctx: Ctx, task: string, minutes: number) => {
  const started = new Date(Date.now() - 86_400_000);
  const [started_at, ended_at] = [started, new Date(started.getTime() + minutes * 60_000)].map((at) =>
    at.toISOString(),
  );
  return logTime(ctx, LogTime.parse({ task_id: task, started_at, ended_at }));
};

export const repeat = (ctx: Ctx, task: string) =>
  repeatTask(ctx, RepeatTask.parse({ task_id: task, rule: 'FREQ=WEEKLY' }));

export const attach = async (ctx: Ctx, task: string, comment?: string) => {
  const place = await placeFor(ctx, { task_id: task, comment_id: comment ?? null });
  return addFile(ctx, place, { name: 'plan.pdf', content: bytes() });
};
