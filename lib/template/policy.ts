/** As rules: the organisation's by who may change it, a project's also by who leads it. Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';

/** `leaderId` undefined: of the organisation. */
export const canEditTemplate = (actor: Actor, leaderId?: string | null): boolean =>
  may(actor, 'template.edit', leaderId === undefined ? {} : { leaderId });
