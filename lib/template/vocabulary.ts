/** Templates of tasks and projects. No validator here: this file ships to browsers. */
import type { TemplateTask } from '@/lib/template/schema';

export const TEMPLATE_KINDS = ['task', 'project'] as const;

export const TEMPLATE_NAME_LENGTH = 80;
export const TEMPLATE_SUMMARY_LENGTH = 500;
/** Tasks of one template: made in one transaction. */
export const MOST_TEMPLATE_TASKS = 500;
export const MOST_TEMPLATES = 200;
export const MOST_TEMPLATE_ROLES = 50;
export const MOST_TEMPLATE_MILESTONES = 50;
/** Levels of a tree of subtasks. */
export const MOST_TEMPLATE_LEVELS = 8;
export const MOST_TEMPLATE_DAYS = 3_650;

/** How deep each task lies; parents stand before what is below them. */
export function levelsIn(tasks: readonly Pick<TemplateTask, 'parent'>[]): number[] {
  const levels: number[] = [];
  for (const { parent } of tasks) levels.push(parent === null ? 0 : (levels[parent] ?? 0) + 1);
  return levels;
}

/** Whether tasks would wait for each other in a circle. */
export function waitsInCircle(tasks: readonly Pick<TemplateTask, 'blocked_by'>[]): boolean {
  const done = new Set<number>();
  for (let found = true; found; ) {
    found = false;
    for (const [at, { blocked_by }] of tasks.entries()) {
      if (done.has(at) || !blocked_by.every((one) => done.has(one))) continue;
      done.add(at);
      found = true;
    }
  }
  return done.size < tasks.length;
}
