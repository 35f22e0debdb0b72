/** Events of unsent emails. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';

export const mailEvents = defineEvents({
  'mail.retried': eventAbout<null>()({
    data: z.object({ mails: z.number() }),
    formerly: ['mail.retry'],
    words: ({ mails }) => `retried ${mails} unsent ${mails === 1 ? 'email' : 'emails'}`,
    audit: { group: 'organisation', label: 'Emails retried' },
  }),
});
