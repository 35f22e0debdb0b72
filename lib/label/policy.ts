/** Decisions: work. Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';

export const canCreateLabel = (actor: Actor) => may(actor, 'label.create');
/** Rename, recolour, delete and restore. */
export const canEditLabel = (actor: Actor) => may(actor, 'label.edit');
