/** Events of custom fields; that a task got a value is the task's. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import type { LiveEvent } from '@/lib/realtime/events';

/** `clients`: projects whose clients are told too. */
type FieldSubject = { id: string; clients: readonly string[] };

const aboutField = eventAbout<FieldSubject>();
const target = ({ id }: FieldSubject) => id;
const live = ({ clients }: FieldSubject): LiveEvent[] => [{ type: 'fields.changed', clients: [...clients] }];
const look = z.object({
  name: z.string(),
  audience: z.string(),
  choices: z.array(z.string()),
  projects: z.number().nullable().describe('How many; null: every project'),
  archived: z.boolean(),
});
const named = z.object({ name: z.string(), kind: z.string() });

export const customFieldEvents = defineEvents({
  'field.created': aboutField({
    data: named.extend({ audience: z.string() }),
    words: ({ name }) => `created the field ${name}`,
    audit: { group: 'organisation', label: 'Field created', target },
    live,
  }),
  'field.edited': aboutField({
    data: z.object({ before: look, after: look }),
    words({ before, after }) {
      if (before.name !== after.name) return `renamed the field ${before.name} to ${after.name}`;
      if (before.audience !== after.audience)
        return after.audience === 'client'
          ? `made the field ${after.name} visible to clients`
          : `hid the field ${after.name} from clients`;
      if (before.archived !== after.archived)
        return `${after.archived ? 'archived' : 'brought back'} the field ${after.name}`;
      return `changed the field ${after.name}`;
    },
    audit: {
      group: 'organisation',
      label: 'Field changed',
      target,
      before: ({ before }) => before,
      after: ({ after }) => after,
      read: (line) => line,
    },
    live,
  }),
  'field.deleted': aboutField({
    data: named.extend({ tasks: z.number() }),
    words: ({ name }) => `deleted the field ${name}`,
    audit: { group: 'organisation', label: 'Field deleted', target },
    live,
  }),
  'field.restored': aboutField({
    data: named,
    words: ({ name }) => `restored the field ${name}`,
    audit: { group: 'organisation', label: 'Field restored', target },
    live,
  }),
});
