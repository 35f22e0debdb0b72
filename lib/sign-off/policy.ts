/** Permissions, row 31; decisions: work. Runs anywhere. */
import { type Actor, may, mayEver } from '@/lib/permission/policy';
import { type Role, scopeOf } from '@/lib/permission/schema';
import type { SubjectKind } from '@/lib/sign-off/vocabulary';

/** `ownerIds`: who made a task or works on it, or who uploaded a file; `leaderId`: of a milestone's project. */
export type RuledSubject = {
  kind?: SubjectKind | undefined;
  projectId: string | null;
  ownerIds: readonly (string | null)[];
  leaderId?: string | null;
};

/** Whoever may change it may ask whether it is right as it is. */
export const canAskSignOff = (actor: Actor, { kind, projectId, ownerIds, leaderId = null }: RuledSubject): boolean =>
  kind === 'milestone'
    ? may(actor, 'milestone.edit', { leaderId })
    : projectId === null
      ? scopeOf(actor.role, 'sign_off.ask') === 'all'
      : may(actor, 'sign_off.ask', { projectId, assigneeIds: ownerIds.flatMap((one) => one ?? []) });

export const canDecideSignOff = (actor: Actor, subject: { projectId: string | null; audience: string }): boolean =>
  subject.projectId === null
    ? scopeOf(actor.role, 'sign_off.decide') === 'all'
    : may(actor, 'sign_off.decide', { projectId: subject.projectId, audience: subject.audience });

type Person = { role: Role; active: boolean; member: boolean };

/** Why somebody cannot be asked, in words that follow their name; null if they can. */
export function whyNotAsked(
  { role, active, member }: Person,
  { projectId, audience }: { projectId: string | null; audience: string },
): string | null {
  const everywhere = role === 'admin' || role === 'subadmin';
  if (!active) return 'is not active here.';
  if (!everywhere && (!member || projectId === null)) return 'is not in this project.';
  if (!mayEver({ role }, 'sign_off.decide')) return 'cannot approve: clients, team leaders and admins do.';
  if (role === 'client' && audience !== 'client') return 'does not see this yet. Make it visible to clients first.';
  return null;
}

/** What waits is taken back by who asked, and by the team leaders and admins. */
export const canWithdrawSignOff = (
  actor: Actor,
  { projectId, askedById }: { projectId: string | null; askedById: string | null },
): boolean => canAskSignOff(actor, { projectId, ownerIds: [askedById] });
