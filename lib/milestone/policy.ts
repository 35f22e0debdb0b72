/** Decisions: work. Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';

/** Who may change the project decides on its milestones. */
export const canEditMilestones = (actor: Actor, { leaderId }: { leaderId: string | null }): boolean =>
  may(actor, 'milestone.edit', { leaderId });
