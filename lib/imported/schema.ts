/** Runs anywhere. */
import { z } from 'zod';
import { SOURCES } from '@/lib/imported/vocabulary';
import { record } from '@/lib/validation';

export const Imported = record('Imported', {
  source: z.enum(SOURCES),
  name: z.string().nullable().describe('Who wrote or logged it there, as the file says'),
});
export type Imported = z.infer<typeof Imported>;
