/** People as others see them. Runs anywhere. */
import { z } from 'zod';
import { record } from '@/lib/validation';

export const PersonBadge = record('PersonBadge', {
  _id: z.string(),
  name: z.string(),
  pic: z.string().nullable(),
  role: z.string().optional(),
});
export type PersonBadge = z.infer<typeof PersonBadge>;
