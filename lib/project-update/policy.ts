/** Decisions: work. Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';
import { CHANGES_FOR_HOURS } from '@/lib/project-update/vocabulary';

/** Who may change the project says how it stands. */
export const canWriteUpdate = (actor: Actor, { leaderId }: { leaderId: string | null }): boolean =>
  may(actor, 'update.write', { leaderId });

type Update = { leaderId: string | null; authorId: string | null; createdAt: Date };

export const isStillOpen = ({ createdAt }: Pick<Update, 'createdAt'>): boolean =>
  Date.now() - createdAt.getTime() < CHANGES_FOR_HOURS * 3_600_000;

/** Nobody changes what somebody else has said; for how long one's own can be is asked besides. */
export const canEditUpdate = (actor: Actor, update: Update): boolean =>
  canWriteUpdate(actor, update) && may(actor, 'update.edit', { ownerId: update.authorId });
export const canDeleteUpdate = (actor: Actor, update: Update): boolean => canWriteUpdate(actor, update);
