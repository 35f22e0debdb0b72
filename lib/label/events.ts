/** Events of labels; that a task got one is the task's. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import { type LiveEvent, liveOfTouched, type TouchedTask } from '@/lib/realtime/events';

type LabelSubject = { id: string };
/** Tasks that have it. */
type Touching = LabelSubject & { touched: readonly TouchedTask[] };

const aboutTouching = eventAbout<Touching>();
const target = ({ id }: LabelSubject) => id;
const CHANGED: LiveEvent = { type: 'labels.changed' };
const live = ({ touched }: Touching) => [CHANGED, ...liveOfTouched(touched)];
const look = z.object({ name: z.string(), colour: z.string() });

export const labelEvents = defineEvents({
  'label.created': eventAbout<LabelSubject>()({
    data: look,
    words: ({ name }) => `created the label ${name}`,
    audit: { group: 'organisation', label: 'Label created', target },
    live: () => [CHANGED],
  }),
  'label.edited': aboutTouching({
    data: z.object({ before: look, after: look }),
    words: ({ before, after }) =>
      before.name === after.name
        ? `changed the label ${after.name}`
        : `renamed the label ${before.name} to ${after.name}`,
    audit: {
      group: 'organisation',
      label: 'Label changed',
      target,
      before: ({ before }) => before,
      after: ({ after }) => after,
      read: (line) => line,
    },
    live,
  }),
  'label.deleted': aboutTouching({
    data: look.extend({ tasks: z.number() }),
    words: ({ name }) => `deleted the label ${name}`,
    audit: { group: 'organisation', label: 'Label deleted', target },
    live,
  }),
  'label.restored': aboutTouching({
    data: look,
    words: ({ name }) => `restored the label ${name}`,
    audit: { group: 'organisation', label: 'Label restored', target },
    live,
  }),
});
