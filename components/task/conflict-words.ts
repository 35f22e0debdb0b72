import type { Formats } from '@/lib/formats';
import type { TaskCard } from '@/lib/task/schema';
import { estimateWords, PRIORITY_LABEL, statusOf } from '@/lib/task/vocabulary';
import { type EditConflict, type Looks, type TaskChanges, withChanges } from './task-edit';

const SHOWN: Partial<Record<keyof TaskChanges, { name: string; of: (card: TaskCard, formats: Formats) => string }>> = {
  title: { name: 'The title', of: ({ title }) => `“${title}”` },
  status: { name: 'The status', of: ({ status }) => statusOf(status).label },
  priority: { name: 'The priority', of: ({ priority }) => PRIORITY_LABEL[priority] },
  due_date: { name: 'The due date', of: ({ due_date }, formats) => dayOf(due_date, formats) },
  start_date: { name: 'The start date', of: ({ start_date }, formats) => dayOf(start_date, formats) },
  estimate_minutes: { name: 'The estimate', of: ({ estimate_minutes: time }) => (time ? estimateWords(time) : 'none') },
};
const dayOf = (date: string | null, formats: Formats) => (date ? formats.day(date, 'medium') : 'none');

/** What stands there now, and what was wanted if it was a change, of each field in conflict; begins with a space. */
export function conflictWords(
  { current, fields }: EditConflict,
  changes: TaskChanges | null,
  looks: Looks,
  formats: Formats,
): string {
  const wanted = changes && withChanges(current, changes, looks.people, looks.labels);
  return fields
    .flatMap((field) => SHOWN[field as keyof TaskChanges] ?? [])
    .map(
      ({ name, of }) => ` ${name} is now ${of(current, formats)}${wanted ? `; yours was ${of(wanted, formats)}` : ''}.`,
    )
    .join('');
}
