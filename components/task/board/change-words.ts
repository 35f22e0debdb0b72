import { bidi } from '@/lib/bidi';
import { ANYBODY, type Formats, formatsFor } from '@/lib/formats';
import type { TaskCard } from '@/lib/task/schema';
import { PRIORITY_LABEL } from '@/lib/task/vocabulary';
import type { TaskChanges } from '../task-edit';

type Named = { name: string };

/** With those it is assigned to, and the labels and milestone it has now. */
export function changeWords(
  card: Pick<TaskCard, 'key'>,
  changes: TaskChanges,
  {
    people = [],
    labels = [],
    milestone,
  }: { people?: readonly Named[]; labels?: readonly Named[]; milestone?: Named | null } = {},
  formats: Formats = formatsFor(ANYBODY),
): string {
  const { key } = card;
  if (changes.due_date !== undefined)
    return changes.due_date
      ? `${key} is due ${formats.day(changes.due_date, 'medium')}.`
      : `${key} has no due date now.`;
  if (changes.priority) return `Priority of ${key}: ${PRIORITY_LABEL[changes.priority]}.`;
  if (changes.assignee_ids)
    return people.length > 0
      ? `${key} is assigned to ${people.map(({ name }) => name).join(', ')}.`
      : `${key} is assigned to nobody.`;
  if (changes.title) return bidi`${key} is called “${changes.title}” now.`;
  if (changes.label_ids)
    return labels.length > 0
      ? `Labels of ${key}: ${labels.map(({ name }) => name).join(', ')}.`
      : `${key} has no labels now.`;
  if (changes.milestone_id !== undefined)
    return milestone ? bidi`Milestone of ${key}: ${milestone.name}.` : `${key} has no milestone now.`;
  if (changes.audience)
    return changes.audience === 'client'
      ? `${key} is visible to the project’s clients now.`
      : `${key} is hidden from the project’s clients now.`;
  return `${key} was changed.`;
}
