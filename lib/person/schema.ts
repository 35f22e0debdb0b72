/** People as others see them. Runs anywhere. */
import { z } from 'zod';

export const PersonBadge = z.object({
  _id: z.string(),
  name: z.string(),
  pic: z.string().nullable(),
  role: z.string().optional(),
});
export type PersonBadge = z.infer<typeof PersonBadge>;
