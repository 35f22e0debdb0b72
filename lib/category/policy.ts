/** Who may do what to categories (permissions, row 49). Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';

export const canCreateCategory = (actor: Actor) => may(actor, 'category.create');
/** Renaming, recolouring, deleting, and taking a deletion back. */
export const canEditCategory = (actor: Actor) => may(actor, 'category.edit');
