/** What an export can be, and its columns as people name them. Runs anywhere. */

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
  assignees: string[];
  start_date: string | null;
  due_date: string | null;
  estimate_minutes: number | null;
  parent: string | null;
  visible_to: string;
  comments: number;
  created_by: string | null;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
  description: string;
};

type Kind = 'text' | 'number' | 'day' | 'instant';
export type Column = { name: keyof ExportedTask; heading: string; kind: Kind /** In characters. */; width: number };

/** `visible_to` only for the team: a client sees only what is meant for clients. */
export const columnsFor = (role: string): Column[] =>
  COLUMNS.filter(({ name }) => name !== 'visible_to' || role !== 'client');

const COLUMNS: readonly Column[] = [
  { name: 'key', heading: 'Key', kind: 'text', width: 10 },
  { name: 'title', heading: 'Title', kind: 'text', width: 50 },
  { name: 'status', heading: 'Status', kind: 'text', width: 12 },
  { name: 'priority', heading: 'Priority', kind: 'text', width: 10 },
  { name: 'project', heading: 'Project', kind: 'text', width: 20 },
  { name: 'category', heading: 'Category', kind: 'text', width: 14 },
  { name: 'labels', heading: 'Labels', kind: 'text', width: 24 },
  { name: 'assignees', heading: 'Assignees', kind: 'text', width: 24 },
  { name: 'start_date', heading: 'Start date', kind: 'day', width: 12 },
  { name: 'due_date', heading: 'Due date', kind: 'day', width: 12 },
  { name: 'estimate_minutes', heading: 'Estimate (minutes)', kind: 'number', width: 12 },
  { name: 'parent', heading: 'Parent task', kind: 'text', width: 10 },
  { name: 'visible_to', heading: 'Visible to', kind: 'text', width: 12 },
  { name: 'comments', heading: 'Comments', kind: 'number', width: 10 },
  { name: 'created_by', heading: 'Created by', kind: 'text', width: 20 },
  { name: 'created_at', heading: 'Created (UTC)', kind: 'instant', width: 18 },
  { name: 'updated_at', heading: 'Last changed (UTC)', kind: 'instant', width: 18 },
  { name: 'completed_at', heading: 'Completed (UTC)', kind: 'instant', width: 18 },
  { name: 'description', heading: 'Description', kind: 'text', width: 60 },
];

/** Several names in one cell; one that could be read as several stands in quotes. */
export const cellOf = (task: ExportedTask, { name }: Column): string | number | null => {
  const value = task[name];
  return Array.isArray(value) ? value.map(inCell).join('; ') : value;
};

const inCell = (name: string) => (/[,;"\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
