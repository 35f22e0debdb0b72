/** No validator here: this file ships to browsers. */
import type { FieldRef } from '@/lib/custom-field/vocabulary';

/** In board order (specification 3). `key` is the specification's word; `mark` names token and icon. */
export const STATUSES = [
  { code: 1, key: 'Active', label: 'Pending', mark: 'pending' },
  { code: 2, key: 'InProcess', label: 'In Process', mark: 'in-process' },
  { code: 3, key: 'Testing', label: 'Testing', mark: 'testing' },
  { code: 4, key: 'COMPLETED', label: 'Completed', mark: 'completed' },
  { code: 5, key: 'Backlogs', label: 'Backlogs', mark: 'backlogs' },
] as const;
export type StatusCode = (typeof STATUSES)[number]['code'];
export const IN_PROCESS = 2;
export const TESTING = 3;
export const COMPLETED = 4;
export const BACKLOGS = 5;
/** A board shows tasks completed within so many days; the rest on request. */
export const RECENT_DAYS = 14;
/** Of one task. */
export const MOST_LABELS = 20;

/** Finished ones last. */
export const LIST_ORDER: readonly StatusCode[] = [1, 2, 3, 5, 4];

/** An unknown code gives the first status. */
export const statusOf = (code: number) => STATUSES.find((status) => status.code === code) ?? STATUSES[0];

export const PRIORITIES = ['none', 'low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];
export const PRIORITY_LABEL: Record<Priority, string> = {
  none: 'None',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
};
export const AUDIENCES = ['internal', 'client'] as const;
export const AUDIENCE_LABEL = { internal: 'Team only', client: 'Client' } as const;

/** 90: "1 h 30 min". */
export function estimateWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours ? `${hours} h` : '', rest || !hours ? `${rest} min` : ''].filter(Boolean).join(' ');
}

/** Columns of a list besides the title, in their order. */
export const TASK_COLUMNS = {
  key: 'Key',
  project: 'Project',
  status: 'Status',
  people: 'Assignees',
  due: 'Due',
  priority: 'Priority',
  category: 'Category',
  labels: 'Labels',
  milestone: 'Milestone',
  start: 'Start',
  estimate: 'Estimate',
  spent: 'Time spent',
  parent: 'Parent',
  creator: 'Created by',
  created: 'Created',
  updated: 'Changed',
  completed: 'Completed',
} as const;
export type TaskColumn = keyof typeof TASK_COLUMNS;
export const COLUMN_NAMES = Object.keys(TASK_COLUMNS) as TaskColumn[];
/** One of these, or a field that the organisation defines. */
export type ListColumn = TaskColumn | FieldRef;
/** Where nobody chose others. */
export const FIRST_COLUMNS: readonly TaskColumn[] = ['key', 'project', 'status', 'people', 'due', 'priority'];

/** What cards of a list tell only where a filter, a column or a call asks for it. */
export const CARD_EXTRAS = ['spent_minutes', 'repeating', 'attached', 'created_by', 'custom'] as const;
/** `custom` is all fields that the organisation defines, a FieldRef one of them. */
export type CardExtra = (typeof CARD_EXTRAS)[number] | FieldRef;

/** `-` is descending. `status` is by code, `progress` in the order of lists. */
export const TASK_SORTS = [
  'created',
  '-created',
  'due',
  '-due',
  'start',
  '-start',
  'priority',
  '-priority',
  'title',
  '-title',
  'updated',
  '-updated',
  'status',
  '-status',
  'progress',
  '-progress',
  'assignee',
  'category',
  'label',
  'milestone',
  'project',
  'parent',
  'creator',
] as const;
export type TaskSort = (typeof TASK_SORTS)[number] | FieldRef | `-${FieldRef}`;
