/** Events of work that goes on after the answer. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';

export const jobEvents = defineEvents({
  'job.cancelled': eventAbout<{ name: string | null }>()({
    data: z.object({ kind: z.string(), done: z.number() }),
    words: ({ kind }, { it }) => `cancelled ${kind === 'invitation.import' ? 'the import of' : 'preparing'} ${it}`,
    audit: { group: 'data', label: 'Job cancelled', target: ({ name }) => name ?? undefined },
  }),
});
