/** No validator here: this file ships to browsers. */

import type { TaskDetail } from '@/lib/task/schema';
import type { FormFields, FormValues } from '@/lib/transport/form-fields';

export const TASK_FORM = {
  title: { label: 'Title', kind: 'line', placeholder: 'What is to be done?', max: 200, required: true },
  description: {
    label: 'Description',
    kind: 'prose',
    placeholder: 'Add a description (Markdown: **bold**, lists, links)',
    max: 50_000,
  },
  status: { label: 'Status', kind: 'choice' },
  priority: { label: 'Priority', kind: 'choice' },
  due_date: { label: 'Due date', kind: 'date' },
  start_date: { label: 'Start date', kind: 'date' },
  category_id: { label: 'Category', kind: 'choice' },
  audience: { label: 'Visible to', kind: 'choice' },
  label_ids: { label: 'Labels', kind: 'several' },
  assignee_ids: { label: 'Assignees', kind: 'several' },
} as const satisfies FormFields;

const listed = (many: readonly { _id: string }[]) =>
  many
    .map(({ _id }) => _id)
    .sort()
    .join(',');

export const taskValues = (task: TaskDetail): FormValues => ({
  title: task.title,
  description: task.description,
  status: String(task.status),
  assignee_ids: listed(task.assignees),
  label_ids: listed(task.labels ?? []),
  due_date: task.due_date ?? '',
  priority: task.priority,
  category_id: task.category?._id ?? '',
  start_date: task.start_date ?? '',
  audience: task.audience,
});
