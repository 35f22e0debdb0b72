/** Taking back what a line of history tells. Runs anywhere. */
import { z } from 'zod';
import { id } from '@/lib/validation';

export const UndoActivity = z.strictObject({ id });
export type UndoActivity = z.output<typeof UndoActivity>;
