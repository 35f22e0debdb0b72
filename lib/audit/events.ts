/** Events of the log itself. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';

export const auditEvents = defineEvents({
  'audit.exported': eventAbout<null>()({
    data: z.object({
      format: z.string(),
      q: z.string().optional(),
      member_id: z.string().optional(),
      group: z.string().optional(),
      from: z.string().optional(),
      to: z.string().optional(),
    }),
    formerly: ['audit.export'],
    words: () => 'exported the audit log',
    audit: { group: 'data', label: 'Audit log exported' },
  }),
});
