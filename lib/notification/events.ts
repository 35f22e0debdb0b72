/** Events of notifications. They leave no history. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';

const aboutTask = eventAbout<{ id: string }>();
const due = z.object({ due: z.string() });

export const notificationEvents = defineEvents({
  'notification.marked': eventAbout<{ memberId: string }>()({
    data: z.object({}),
    words: () => 'sorted their inbox',
    outdate: ({ memberId }) => [memberId],
  }),
  // Both are written by the schedule, once for each due date (`notice_due_tasks`).
  'task.due_soon': aboutTask({
    data: due,
    words: ({ due }, { formats }) => `is due on ${formats.day(due)}`,
    notify: { topic: 'due_soon', to: () => [], while: 'still due' },
  }),
  'task.overdue': aboutTask({
    data: due,
    words: ({ due }, { formats }) => `was due on ${formats.day(due)}`,
    notify: { topic: 'overdue', to: () => [], while: 'still due' },
  }),
});
