/** Events of watchers. */
import { z } from 'zod';
import { defineEvents, eventAbout, listed } from '@/lib/contract/event';
import { names, people, type TaskSubject, toTeam } from '@/lib/task/events';

export const watcherEvents = defineEvents({
  'task.watched': eventAbout<TaskSubject>()({
    data: z.object({ added: people, removed: people }),
    words: ({ added, removed }, { it }) => {
      const [some, others] = [listed(names(added)), listed(names(removed))];
      if (some) return `asked ${some} to watch ${it}`;
      return others ? `took ${others} from those who watch ${it}` : `changed who watches ${it}`;
    },
    activity: toTeam,
    notify: {
      topic: 'assigned',
      to: (_, { added }) => added as string[],
      about: ({ id }) => ({ taskId: id }),
      keeps: () => ({ added: [], removed: [] }),
      words: (_, { it }) => `asked you to watch ${it}`,
      while: 'still watching',
    },
  }),
});
