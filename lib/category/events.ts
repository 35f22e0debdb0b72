/** Events of categories. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import { type LiveEvent, liveOfTouched, type TouchedTask } from '@/lib/realtime/events';

export type CategorySubject = { id: string };
type Touching = CategorySubject & {
  /** What got another category. */
  touched: {
    tasks: readonly TouchedTask[];
    projects: readonly { id: string }[];
  };
};

const aboutCategory = eventAbout<CategorySubject>();
const aboutTouching = eventAbout<Touching>();
const target = ({ id }: CategorySubject) => id;
const look = z.object({ name: z.string(), colour: z.string().optional() });

const CHANGED: LiveEvent = { type: 'categories.changed' };
const live = ({ touched: { tasks, projects } }: Touching) => [CHANGED, ...liveOfTouched(tasks, projects)];

export const categoryEvents = defineEvents({
  'category.created': aboutCategory({
    data: look,
    formerly: ['category.create'],
    words: ({ name }) => `created the category ${name}`,
    audit: { group: 'organisation', label: 'Category created', target },
    live: () => [CHANGED],
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
    live: () => [CHANGED],
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
