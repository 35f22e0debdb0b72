import type { ProjectCard } from '@/lib/project/schema';
import { PROJECT_STATUS_LABEL } from '@/lib/project/vocabulary';

export type Health = { word: string; reason: string | null; tone: 'ok' | 'warn' | 'danger' | 'neutral' };

const DAY = 86_400_000;
const NEAR = 7;

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/**
 * `today`: `YYYY-MM-DD`. Late: past its due date with open work. At risk: a sixth of the open tasks (at least two) or a
 * third is overdue; or it is due within a week with more than one open task per day left. Inactive: just the status.
 */
export function healthOf(project: Pick<ProjectCard, 'status' | 'due_date' | 'counts'>, today: string): Health {
  const { status, due_date: due, counts } = project;
  if (status !== 'active') return { word: PROJECT_STATUS_LABEL[status], reason: null, tone: 'neutral' };
  const open = counts.total - counts.completed;
  const late = counts.overdue;
  if (open === 0) {
    return { word: 'On track', reason: counts.total === 0 ? 'no tasks yet' : 'all tasks completed', tone: 'ok' };
  }
  const left = due ? Math.round((Date.parse(due) - Date.parse(today)) / DAY) : null;
  if (left !== null && left < 0)
    return { word: 'Late', reason: `due ${days(-left)} ago, ${open} open`, tone: 'danger' };
  const lateWords = `${late === 0 ? 'none' : late} of ${open} open ${open === 1 ? 'task' : 'tasks'} ${late === 1 ? 'is' : 'are'} late`;
  if (late * 3 >= open || (late >= 2 && late * 6 >= open)) return { word: 'At risk', reason: lateWords, tone: 'warn' };
  if (left !== null && left <= NEAR && open > left) {
    const when = left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${days(left)}`;
    return { word: 'At risk', reason: `due ${when}, ${open} open`, tone: 'warn' };
  }
  return { word: 'On track', reason: lateWords, tone: 'ok' };
}

export const barCounts = ({ pending, in_process, testing, completed, backlogs }: ProjectCard['counts']) => ({
  1: pending,
  2: in_process,
  3: testing,
  4: completed,
  5: backlogs,
});
