import type { ProjectCard } from '@/lib/project/schema';
import { PROJECT_STATUS_LABEL } from '@/lib/project/vocabulary';

export type Health = { word: string; reason: string | null; tone: 'ok' | 'warn' | 'danger' | 'neutral' };

const DAY = 86_400_000;
const tasks = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`;

/** How a project stands, in a word with its reason. `today` is a calendar day, `YYYY-MM-DD`. */
export function healthOf(project: Pick<ProjectCard, 'status' | 'due_date' | 'counts'>, today: string): Health {
  const { status, due_date: due, counts } = project;
  if (status !== 'active') return { word: PROJECT_STATUS_LABEL[status], reason: null, tone: 'neutral' };
  const open = counts.total - counts.completed;
  if (due && due < today && open > 0) {
    const days = Math.round((Date.parse(today) - Date.parse(due)) / DAY);
    return {
      word: 'Late',
      reason: `due ${days} ${days === 1 ? 'day' : 'days'} ago, ${tasks(open)} open`,
      tone: 'danger',
    };
  }
  if (counts.overdue > 0) return { word: 'At risk', reason: `${tasks(counts.overdue)} overdue`, tone: 'warn' };
  return { word: 'On track', reason: null, tone: 'ok' };
}

/** Counts by status code, as the progress bar takes them. */
export const barCounts = ({ pending, in_process, testing, completed, backlogs }: ProjectCard['counts']) => ({
  1: pending,
  2: in_process,
  3: testing,
  4: completed,
  5: backlogs,
});
