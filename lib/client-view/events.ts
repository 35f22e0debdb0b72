/** Events of views of clients' pages: who looked as whom, and until when. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';

const aboutClient = eventAbout<{ id: string }>();
const target = ({ id }: { id: string }) => id;

export const clientViewEvents = defineEvents({
  'view.started': aboutClient({
    data: z.object({ until: z.string().optional() }),
    words: (_, { it }) => `began to look as the client ${it}`,
    audit: { group: 'security', label: 'Looked as a client', target },
  }),
  'view.ended': aboutClient({
    data: z.object({}),
    words: (_, { it }) => `stopped looking as the client ${it}`,
    audit: { group: 'security', label: 'No longer looks as a client', target },
  }),
});
