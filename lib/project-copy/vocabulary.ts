/** Duplicates of projects. No validator here: this file ships to browsers. */

export const PARTS = [
  'tasks',
  'milestones',
  'members',
  'clients',
  'assignees',
  'dates',
  'fields',
  'rules',
  'attachments',
] as const;
export type Part = (typeof PARTS)[number];

/** Unless somebody says otherwise: how the project is worked on, not for whom, and not what was handed over. */
export const USUAL_PARTS: readonly Part[] = ['tasks', 'milestones', 'members', 'dates', 'fields', 'rules'];

/** What is nothing without the tasks. */
export const OF_TASKS: ReadonlySet<Part> = new Set(['assignees', 'fields']);

export const MOST_TASKS = 10_000;
