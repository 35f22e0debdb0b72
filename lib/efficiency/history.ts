/** What a task went through, and where it stood at a moment. Runs anywhere. */
import { COMPLETED, IN_PROCESS, TESTING } from '@/lib/task/vocabulary';

/** `at`: seconds since 1970 as the organisation's clock showed them, throughout this folder. */
type Move = { at: number; from: number | null; to: number };

export type TaskHistory = {
  id: string;
  key: string;
  title: string;
  status: number;
  createdAt: number;
  completedAt: number | null;
  /** Days since 1970. */
  dueDay: number | null;
  estimateMinutes: number | null;
  spentMinutes: number;
  milestoneId: string | null;
  /** In order. */
  moves: readonly Move[];
};

type Step = { at: number; status: number };

/**
 * Its statuses with the moments from which they held, in order. Where history does not lead to what the task is now (one
 * that was imported as completed, lines of history that are gone) the task's own fields decide.
 */
export function stepsOf(task: TaskHistory): Step[] {
  const first = task.moves[0];
  const initial = first?.from ?? (task.completedAt !== null && task.completedAt > task.createdAt ? 1 : task.status);
  const steps: Step[] = [{ at: task.createdAt, status: initial }];
  for (const { at, to } of task.moves) if (steps.at(-1)?.status !== to) steps.push({ at, status: to });
  const last = steps.at(-1) as Step;
  if (last.status !== task.status)
    steps.push({ at: task.completedAt ?? Math.max(last.at, task.createdAt), status: task.status });
  return steps;
}

export type Standing = {
  /** Null: it did not exist yet. */
  status: number | null;
  /** When work on it began: first In Process or Testing. Reopening does not change it. */
  startedAt: number | null;
  /** When it was completed for the last time; null unless it is Completed. */
  completedAt: number | null;
  /** How often it went from Testing back to In Process. */
  returned: number;
};

/** Where it stood at that moment; what came later is not known yet. */
export function standingAt(steps: readonly Step[], moment: number): Standing {
  const standing: Standing = { status: null, startedAt: null, completedAt: null, returned: 0 };
  for (const { at, status } of steps) {
    if (at > moment) break;
    if (standing.status === TESTING && status === IN_PROCESS) standing.returned++;
    if (standing.startedAt === null && (status === IN_PROCESS || status === TESTING)) standing.startedAt = at;
    standing.completedAt = status === COMPLETED ? at : null;
    standing.status = status;
  }
  return standing;
}
