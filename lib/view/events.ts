/** Events of saved views: the log knows of shared ones alone, one's own are nobody else's concern. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';

const aboutView = eventAbout<{ id: string }>();
const target = ({ id }: { id: string }) => id;
const named = z.object({ name: z.string() });

type ViewSubject = { id: string; projectId: string | null; shared: boolean; memberId: string };

export const viewEvents = defineEvents({
  'view.changed': eventAbout<ViewSubject>()({
    data: z.object({}),
    words: (_, { it }) => `changed ${it}`,
    live: ({ id, ...of }) => [{ type: 'view.changed', viewId: id, ...of }],
  }),
  'view.shared': aboutView({
    data: named,
    words: ({ name }) => `shared the view ${name}`,
    audit: { group: 'work', label: 'View shared', target },
  }),
  'view.deleted': aboutView({
    data: named,
    words: ({ name }) => `deleted the shared view ${name}`,
    audit: { group: 'work', label: 'View deleted', target },
  }),
});
