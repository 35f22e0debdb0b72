/** Events of written updates: who follows the project is told. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line } from '@/lib/contract/event';
import { UPDATE_HEALTH, UPDATE_HEALTH_LABEL } from '@/lib/project-update/vocabulary';
import type { LiveEvent } from '@/lib/realtime/events';

type UpdateSubject = {
  id: string;
  projectId: string;
  audience: string;
  /** Who follows the project and may see the update. */
  followers?: readonly string[];
};

const about = eventAbout<UpdateSubject>();

const activity = ({ projectId, audience }: UpdateSubject): Line => ({
  projectId,
  audience: audience === 'client' ? 'client' : 'internal',
});
const live = ({ id, projectId, audience }: UpdateSubject): LiveEvent[] => [
  { type: 'update.changed', aboutId: id, projectId, client: audience === 'client' },
];
const told = z.object({ update_id: z.string(), health: z.enum(UPDATE_HEALTH) });

export const projectUpdateEvents = defineEvents({
  'update.written': about({
    data: told,
    words: ({ health }, { it }) => `wrote an update of ${it}: ${UPDATE_HEALTH_LABEL[health]}`,
    activity,
    notify: {
      topic: 'update',
      to: ({ followers = [] }) => followers,
      about: ({ projectId }) => ({ projectId }),
      while: 'update is there',
    },
    live,
  }),
  'update.edited': about({
    data: told,
    words: (_, { it }) => `changed an update of ${it}`,
    activity,
    live,
  }),
  'update.deleted': about({ data: told, words: (_, { it }) => `deleted an update of ${it}`, activity, live }),
  'update.restored': about({ data: told, words: (_, { it }) => `restored an update of ${it}`, activity, live }),
});
