import { ANYBODY, type Formats, formatsFor } from '@/lib/formats';
import { PRIORITY_LABEL, type Priority, STATUSES } from '@/lib/task/vocabulary';
import { estimateWords } from './estimate';

type Told = { kind: string; data: Readonly<Record<string, unknown>> };

const FIELD: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  priority: 'priority',
  start_date: 'start date',
  due_date: 'due date',
  estimate_minutes: 'estimate',
  category: 'category',
};

const statusWord = (value: unknown) => STATUSES.find(({ code }) => code === Number(value))?.label;

function valueWord(field: string, value: unknown, formats: Formats): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (field === 'priority') return value === 'none' ? null : (PRIORITY_LABEL[value as Priority] ?? String(value));
  if (field === 'estimate_minutes') return estimateWords(Number(value));
  if (field.endsWith('_date')) return formats.day(String(value));
  return field === 'title' ? `“${value}”` : String(value);
}

function names(people: unknown): string {
  const known = Array.isArray(people) ? people.map((person: { name?: unknown }) => String(person?.name ?? '')) : [];
  return known.filter(Boolean).join(', ');
}

/** One line of a task's history, after the name of who did it. */
export function historyWords({ kind, data }: Told, formats: Formats = formatsFor(ANYBODY)): string {
  switch (kind) {
    case 'task.created':
      return 'created this task';
    case 'task.moved':
    case 'task.status': {
      const from = statusWord(data.from);
      const to = statusWord(data.to);
      return to ? `moved it${from ? ` from ${from}` : ''} to ${to}` : 'moved it';
    }
    case 'task.edited': {
      const field = String(data.field ?? '');
      const name = FIELD[field];
      if (!name) return 'changed this task';
      const from = valueWord(field, data.from, formats);
      const to = valueWord(field, data.to, formats);
      if (from && to) return `changed the ${name} from ${from} to ${to}`;
      if (to) return `set the ${name} to ${to}`;
      return from ? `removed the ${name} (${from})` : `changed the ${name}`;
    }
    case 'task.assigned': {
      const added = names(data.added);
      const removed = names(data.removed);
      if (added && removed) return `assigned ${added} and took ${removed} off`;
      if (added) return `assigned ${added}`;
      return removed ? `took ${removed} off` : 'changed who works on it';
    }
    case 'task.audience':
      return data.to === 'client' ? 'made it visible to the project’s clients' : 'hid it from the project’s clients';
    case 'task.deleted':
      return 'moved it to the bin';
    case 'task.restored':
      return 'restored it from the bin';
    case 'comment.added':
      return 'wrote a comment';
    case 'comment.edited':
    case 'comment.changed':
      return 'edited a comment';
    case 'comment.deleted':
      return 'deleted a comment';
    default:
      return 'changed this task';
  }
}
