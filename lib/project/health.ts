import type { Health } from '@/lib/project/vocabulary';

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

export type HealthRow = {
  health: Health | null;
  /** Days until the project is due. */
  due_in: number | null;
  /** Without subtasks; null for clients, who are told nothing that is counted from what they do not see. */
  open_tasks: number | null;
  late_tasks: number | null;
};

/** Why a project stands as it does, beside the word. `total`: how many tasks the reader sees. */
export function healthReason({ health, due_in, open_tasks: open, late_tasks: late }: HealthRow, total: number) {
  if (health === null) return null;
  const overdue = health === 'late' && due_in !== null ? `due ${days(-due_in)} ago` : null;
  if (open === null || late === null)
    return overdue ?? (health === 'at_risk' ? 'it may not be done in time' : 'it goes as planned');
  if (overdue) return `${overdue}, ${open} open`;
  if (open === 0) return total === 0 ? 'no tasks yet' : 'all tasks completed';
  if (health === 'at_risk' && late * 3 < open && (late < 2 || late * 6 < open)) {
    const when = due_in === 0 ? 'today' : due_in === 1 ? 'tomorrow' : `in ${days(due_in ?? 0)}`;
    return `due ${when}, ${open} open`;
  }
  if (late === 0) return 'nothing is late';
  return `${late} of ${open} open ${open === 1 ? 'task' : 'tasks'} ${late === 1 ? 'is' : 'are'} late`;
}
