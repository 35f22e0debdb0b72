/** Permissions, row 49. Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';

export const canCreateCategory = (actor: Actor) => may(actor, 'category.create');
/** Rename, recolour, delete and restore. */
export const canEditCategory = (actor: Actor) => may(actor, 'category.edit');
