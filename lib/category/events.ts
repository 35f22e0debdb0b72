/** Events of categories. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import type { LiveEvent } from '@/lib/realtime/events';

export type CategorySubject = { id: string };
type Touching = CategorySubject & {
  /** What got another category; changes of tasks in the bin are not announced. */
  touched: {
    tasks: readonly { id: string; project_id: string; version: number; audience: string; binned: boolean }[];
    projects: readonly { id: string }[];
  };
};

const aboutCategory = eventAbout<CategorySubject>();
const aboutTouching = eventAbout<Touching>();
const target = ({ id }: CategorySubject) => id;
const look = z.object({ name: z.string(), colour: z.string().optional() });

/** More tasks than this are announced as a change of their project, which is fetched again. */
const TOLD = 200;

function live({ touched: { tasks, projects } }: Touching): LiveEvent[] {
  const told = tasks.filter(({ binned }) => !binned);
  const rest = new Set([...projects.map(({ id }) => id), ...told.slice(TOLD).map(({ project_id }) => project_id)]);
  return [
    ...told.slice(0, TOLD).map(
      ({ id, project_id, version, audience }): LiveEvent => ({
        type: 'task.changed',
        taskId: id,
        projectId: project_id,
        version,
        client: audience === 'client',
      }),
    ),
    ...[...rest].map((projectId): LiveEvent => ({ type: 'project.changed', projectId })),
  ];
}

export const categoryEvents = defineEvents({
  'category.created': aboutCategory({
    data: look,
    formerly: ['category.create'],
    words: ({ name }) => `created the category ${name}`,
    audit: { group: 'organisation', label: 'Category created', target },
  }),
  'category.edited': aboutCategory({
    data: z.object({ before: look, after: look }),
    formerly: ['category.edit'],
    words: ({ before, after }) =>
      before.name === after.name
        ? `changed the category ${after.name}`
        : `renamed the category ${before.name} to ${after.name}`,
    audit: {
      group: 'organisation',
      label: 'Category changed',
      target,
      before: ({ before }) => before,
      after: ({ after }) => after,
      read: (line) => line,
    },
  }),
  'category.deleted': aboutTouching({
    data: look.extend({ tasks: z.number().optional(), projects: z.number().optional() }),
    formerly: ['category.delete'],
    words: ({ name }) => `deleted the category ${name}`,
    audit: {
      group: 'organisation',
      label: 'Category deleted',
      target,
      before: ({ name, colour }) => ({ name, colour }),
      after: ({ tasks, projects }) => ({ tasks, projects }),
      read: ({ before, after }) => ({ ...before, ...after }),
    },
    live,
  }),
  'category.restored': aboutTouching({
    data: look,
    formerly: ['category.restore'],
    words: ({ name }) => `restored the category ${name}`,
    audit: { group: 'organisation', label: 'Category restored', target },
    live,
  }),
});
