/** Decisions: work, custom fields. Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';

/** Define, rename, archive, delete and restore. Values are fields of a task as any other. */
export const canEditFields = (actor: Actor) => may(actor, 'field.edit');
