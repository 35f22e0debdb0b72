/** Row 5: exporting all, and what comes back of it. Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';

export const canArchive = (actor: Actor): boolean => may(actor, 'organisation.govern');
