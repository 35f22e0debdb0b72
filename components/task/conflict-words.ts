import { ANYBODY, formatsFor } from '@/lib/formats';
import type { TaskCard } from '@/lib/task/schema';
import { estimateWords, PRIORITY_LABEL, statusOf } from '@/lib/task/vocabulary';
import { type EditConflict, type Looks, type TaskChanges, withChanges } from './task-edit';

const SHOWN: Partial<Record<keyof TaskChanges, { name: string; of: (card: TaskCard) => string }>> = {
  title: { name: 'The title', of: ({ title }) => `“${title}”` },
  status: { name: 'The status', of: ({ status }) => statusOf(status).label },
  priority: { name: 'The priority', of: ({ priority }) => PRIORITY_LABEL[priority] },
  due_date: { name: 'The due date', of: ({ due_date }) => dayOf(due_date) },
  start_date: { name: 'The start date', of: ({ start_date }) => dayOf(start_date) },
  estimate_minutes: { name: 'The estimate', of: ({ estimate_minutes: time }) => (time ? estimateWords(time) : 'none') },
  assignee_ids: { name: 'Assigned', of: ({ assignees }) => namesOf(assignees) },
  label_ids: { name: 'The label', of: ({ labels = [] }) => namesOf(labels) },
};
const dayOf = (date: string | null) => (date ? formatsFor(ANYBODY).day(date, 'medium') : 'none');
const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name).join(', ') || 'none';

/** What stands there now, and what was wanted, of each field in conflict; begins with a space. */
export function conflictWords({ current, fields }: EditConflict, changes: TaskChanges, looks: Looks): string {
  const wanted = withChanges(current, changes, looks.people, looks.labels);
  return fields
    .flatMap((field) => SHOWN[field as keyof TaskChanges] ?? [])
    .map(({ name, of }) => ` ${name} is now ${of(current)}; yours was ${of(wanted)}.`)
    .join('');
}
