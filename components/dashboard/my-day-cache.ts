import type { Dashboard } from '@/lib/dashboard/schema';

/** As if the task were done: gone from the day, and counted as completed. */
export function withoutTask(dashboard: Dashboard, id: string): Dashboard {
  const rest = <T extends { _id: string }>(tasks: T[]) => tasks.filter((task) => task._id !== id);
  const { overdue, today, soon } = dashboard.my_day;
  const task = [...overdue, ...today, ...soon].find(({ _id }) => _id === id);
  if (!task) return dashboard;
  const from = (['pending', 'in_process', 'testing', 'completed', 'backlogs'] as const)[task.status - 1] ?? 'pending';
  const counts = { ...dashboard.counts };
  counts[from] -= 1;
  counts.completed += 1;
  if (overdue.some(({ _id }) => _id === id)) counts.overdue -= 1;
  if (today.some(({ _id }) => _id === id)) counts.due_today -= 1;
  return { ...dashboard, counts, my_day: { overdue: rest(overdue), today: rest(today), soon: rest(soon) } };
}
