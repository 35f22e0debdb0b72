/** What an export can be, and its columns as people name them. Runs anywhere. */
import { type CustomValues, type FieldKind, idOf, isRef } from '@/lib/custom-field/vocabulary';
import type { ListColumn, TaskColumn } from '@/lib/task/vocabulary';

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const FORMAT_LABEL: Record<ExportFormat, string> = {
  csv: 'CSV (any spreadsheet)',
  xlsx: 'Excel (XLSX)',
  json: 'JSON (for programs)',
};

export type ExportedTask = {
  key: string;
  title: string;
  status: string;
  priority: string;
  project: string;
  category: string | null;
  labels: string[];
  milestone: string | null;
  assignees: string[];
  start_date: string | null;
  due_date: string | null;
  estimate_minutes: number | null;
  /** Without timers that run. */
  time_spent_minutes: number;
  /** Of these, what came with imports. */
  time_imported_minutes: number;
  parent: string | null;
  /** Keys of the tasks that block it, done or not. */
  blocked_by: string[];
  /** As `[x] Done` or `[ ] Open`. */
  checklist: string[];
  visible_to: string;
  comments: number;
  created_by: string | null;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
  /** Of fields that the organisation defines, by their ids; choices and people by name. */
  custom: CustomValues;
  description: string;
};

type Kind = 'text' | 'number' | 'day' | 'instant';
export type Column = {
  name: keyof ExportedTask;
  /** Of one that the organisation defines. */
  field?: string;
  heading: string;
  kind: Kind;
  /** In characters. */
  width: number;
};
export type ExportedField = { _id: string; name: string; kind: FieldKind };

/** Clients see what is meant for them, and neither checklists nor time. */
const OF_THE_TEAM: ReadonlySet<Column['name']> = new Set([
  'visible_to',
  'time_spent_minutes',
  'time_imported_minutes',
  'checklist',
]);

const IN_A_LIST: Record<TaskColumn, Column['name']> = {
  key: 'key',
  project: 'project',
  status: 'status',
  people: 'assignees',
  due: 'due_date',
  priority: 'priority',
  category: 'category',
  labels: 'labels',
  milestone: 'milestone',
  start: 'start_date',
  estimate: 'estimate_minutes',
  spent: 'time_spent_minutes',
  parent: 'parent',
  creator: 'created_by',
  created: 'created_at',
  updated: 'updated_at',
  completed: 'completed_at',
};

/** `shown`: what a list shows, in its order; there the key stands before the title, and all else behind it. */
export function columnsFor(
  role: string,
  shown?: readonly ListColumn[],
  fields: readonly ExportedField[] = [],
): Column[] {
  const all = COLUMNS.filter(({ name }) => role !== 'client' || !OF_THE_TEAM.has(name));
  const own = fields.map(ownColumn);
  if (!shown) return [...all.slice(0, -1), ...own, ...all.slice(-1)];
  const find = (name: ListColumn | 'title') =>
    isRef(name)
      ? own.find(({ field }) => field === idOf(name))
      : all.find((one) => one.name === (name === 'title' ? name : IN_A_LIST[name]));
  const named = [...new Set(shown)];
  const order = [
    ...named.filter((name) => name === 'key'),
    'title' as const,
    ...named.filter((name) => name !== 'key'),
  ];
  return order.flatMap((name) => find(name) ?? []);
}

const OWN = ' (field)';
const OWN_KIND = { text: 'text', number: 'number', date: 'day', choice: 'text', person: 'text' } as const;

/** Its heading says that it is none of ours, which may have the same name. */
const ownColumn = ({ _id, name, kind }: ExportedField): Column => ({
  name: 'custom',
  field: _id,
  heading: `${name}${OWN}`,
  kind: OWN_KIND[kind],
  width: 16,
});

/** The name of the field that a column of an export is of. */
export const fieldIn = (heading: string): string | undefined =>
  heading.endsWith(OWN) ? heading.slice(0, -OWN.length) : undefined;

/** What a table does not tell, in words; the rest comes back when it is imported. */
export const NOT_EXPORTED =
  'Comments and their files, time entries, followers, repetition, the order on a board and the colours of labels are not in the file.';
/** What our own table tells, and an import cannot make. */
export const NOT_IMPORTED =
  'Keys, who created a task, when it was last changed and the time spent are told by the file, but not imported.';

const COLUMNS: readonly Column[] = [
  { name: 'key', heading: 'Key', kind: 'text', width: 10 },
  { name: 'title', heading: 'Title', kind: 'text', width: 50 },
  { name: 'status', heading: 'Status', kind: 'text', width: 12 },
  { name: 'priority', heading: 'Priority', kind: 'text', width: 10 },
  { name: 'project', heading: 'Project', kind: 'text', width: 20 },
  { name: 'category', heading: 'Category', kind: 'text', width: 14 },
  { name: 'labels', heading: 'Labels', kind: 'text', width: 24 },
  { name: 'milestone', heading: 'Milestone', kind: 'text', width: 20 },
  { name: 'assignees', heading: 'Assignees', kind: 'text', width: 24 },
  { name: 'start_date', heading: 'Start date', kind: 'day', width: 12 },
  { name: 'due_date', heading: 'Due date', kind: 'day', width: 12 },
  { name: 'estimate_minutes', heading: 'Estimate (minutes)', kind: 'number', width: 12 },
  { name: 'time_spent_minutes', heading: 'Time spent (minutes)', kind: 'number', width: 12 },
  { name: 'time_imported_minutes', heading: 'Time imported (minutes)', kind: 'number', width: 12 },
  { name: 'parent', heading: 'Parent task', kind: 'text', width: 10 },
  { name: 'blocked_by', heading: 'Blocked by', kind: 'text', width: 16 },
  { name: 'checklist', heading: 'Checklist', kind: 'text', width: 40 },
  { name: 'visible_to', heading: 'Visible to', kind: 'text', width: 12 },
  { name: 'comments', heading: 'Comments', kind: 'number', width: 10 },
  { name: 'created_by', heading: 'Created by', kind: 'text', width: 20 },
  { name: 'created_at', heading: 'Created (UTC)', kind: 'instant', width: 18 },
  { name: 'updated_at', heading: 'Last changed (UTC)', kind: 'instant', width: 18 },
  { name: 'completed_at', heading: 'Completed (UTC)', kind: 'instant', width: 18 },
  { name: 'description', heading: 'Description', kind: 'text', width: 60 },
];

const HEADINGS: ReadonlySet<string> = new Set(COLUMNS.map(({ heading }) => heading));

const NOBODY_ELSES = /^(?:Key|Visible to|.*\((?:minutes|UTC|field)\))$/;

/** Whether a table has no column but those of an export. `marked`: with a byte order mark, as exports have; others rarely do. */
export const isExport = (headings: readonly string[], marked: boolean): boolean =>
  headings.includes('Title') &&
  headings.every((heading) => HEADINGS.has(heading) || fieldIn(heading)) &&
  (marked || headings.some((heading) => NOBODY_ELSES.test(heading)));

export const VISIBLE_TO = { internal: 'Team', client: 'Team and clients' } as const;

/** Several names in one cell; one that could be read as several stands in quotes. A checklist has a line for each. */
export const cellOf = (task: ExportedTask, { name, field }: Column): string | number | null => {
  if (name === 'custom') return task.custom[field ?? ''] ?? null;
  const value = task[name];
  if (!Array.isArray(value)) return value;
  return name === 'checklist' ? value.join('\n') : value.map(inCell).join('; ');
};

const inCell = (name: string) => (/[,;"\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
