/** Looking at the pages of a client as they see them. Runs anywhere. */
import { z } from 'zod';
import { id, record } from '@/lib/validation';

export const ViewAs = z.strictObject({ member_id: id });
export type ViewAs = z.output<typeof ViewAs>;

export const ClientView = record('ClientView', {
  token: z.string().describe('Reads as the client and nothing else: `Bearer` it. A browser gets it as a cookie too'),
  url: z.string().describe('The client’s dashboard'),
  expires_at: z.string(),
});
export type ClientView = z.infer<typeof ClientView>;

export const ViewEnding = record('ViewEnding', { ended: z.literal(true) });
export type ViewEnding = z.infer<typeof ViewEnding>;
