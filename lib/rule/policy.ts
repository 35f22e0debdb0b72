/** As workflows: the organisation's by who may change it, a project's also by who leads it. Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';

/** `leaderId` undefined: of all projects. */
export const canEditRule = (actor: Actor, leaderId?: string | null): boolean =>
  may(actor, 'rule.edit', leaderId === undefined ? {} : { leaderId });
