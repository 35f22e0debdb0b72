import { idOf, isGroupRef } from '@/lib/custom-field/vocabulary';
import type { Calendar } from '@/lib/filter/days';
import { dayAfter } from '@/lib/formats/days';
import type { Priority } from '@/lib/task/vocabulary';
import { dueEnds, type Grouper, type Grouping, HIDDEN, NONE } from '@/lib/task-group/vocabulary';
import type { GivenFields } from '../quick/with-fields';

/** What a new task needs to stand in a group; null where nobody can put one. `first`: a task that stands there. */
export function fieldsOfGroup(
  group: Grouping,
  id: string,
  by: Grouper,
  first: { project_id: string } | undefined,
): GivenFields | null {
  if (id === HIDDEN) return null;
  if (group === 'creator') return id === by.memberId ? {} : null;
  if (id === NONE) return {};
  if (isGroupRef(group)) return { custom: { [idOf(group)]: id } };
  switch (group) {
    case 'due':
      return dayOf('due_date', id, by);
    case 'start':
      return dayOf('start_date', id, by);
    case 'parent':
      return first ? { parent_id: id, project_id: first.project_id } : null;
    case 'milestone':
      return first ? { milestone_id: id, project_id: first.project_id } : null;
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
function dayOf(field: 'due_date' | 'start_date', id: string, calendar: Calendar): GivenFields | null {
  const { today, week, next } = dueEnds(calendar);
  const days: Record<string, string> = { today, week, 'next-week': next, later: dayAfter(next, 1) };
  // No group is for what begins late: it can only become so.
  return days[id] ? { [field]: days[id] } : null;
}
