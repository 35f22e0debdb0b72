import type { Calendar } from '@/lib/filter/days';
import { dayAfter } from '@/lib/formats/days';
import type { Priority } from '@/lib/task/vocabulary';
import { dueEnds, type Grouping, HIDDEN, NONE } from '@/lib/task-group/vocabulary';
import type { GivenFields } from '../quick/with-fields';

/** What a new task needs to stand in a group; null where nobody can put one. */
export function fieldsOfGroup(group: Grouping, id: string, calendar: Calendar): GivenFields | null {
  if (id === HIDDEN) return null;
  if (group === 'due') return dueOf(id, calendar);
  if (id === NONE) return {};
  switch (group) {
    case 'status':
      return { status: Number(id) };
    case 'priority':
      return { priority: id as Priority };
    case 'assignee':
      return { assignee_ids: [id] };
    case 'label':
      return { label_ids: [id] };
    case 'category':
      return { category_id: id };
    case 'project':
      return { project_id: id };
  }
}

/** Of several days the last, which is when all of them are over; of those without an end the first. */
function dueOf(id: string, calendar: Calendar): GivenFields | null {
  const { today, week, next } = dueEnds(calendar);
  const due: Record<string, string> = { today, week, 'next-week': next, later: dayAfter(next, 1) };
  if (id === NONE) return {};
  // A task that begins late is nobody's plan.
  return due[id] ? { due_date: due[id] } : null;
}
