/** Permissions, rows 42 to 44. The policies of `meeting` say who sees one. Runs anywhere. */
import { type Actor, may, mayEver } from '@/lib/permission/policy';
import { scopeOf } from '@/lib/permission/schema';

type Ruled = { projectId: string | null; organiserId: string | null };

/** Of a project, or of no project: then of whoever is invited. */
export const canCreateMeeting = (actor: Actor, projectId: string | null): boolean =>
  projectId === null ? mayEver(actor, 'meeting.create') : may(actor, 'meeting.create', { projectId });

/** Of no project: whoever made it, and whoever manages everything. */
export const canEditMeeting = (actor: Actor, { projectId, organiserId }: Ruled): boolean => {
  const scope = scopeOf(actor.role, 'meeting.edit');
  if (scope === 'project' && projectId === null) return organiserId === actor.memberId;
  return may(actor, 'meeting.edit', { ...(projectId && { projectId }), ownerId: organiserId });
};

export const canAnswerMeeting = (actor: Actor, invited: boolean): boolean =>
  invited && may(actor, 'meeting.answer', { ownerId: actor.memberId });

/** Whoever is invited and may make meetings writes along. */
export const canWriteAgenda = (actor: Actor, meeting: Ruled, invited: boolean): boolean =>
  canEditMeeting(actor, meeting) ||
  (mayEver(actor, 'meeting.create') &&
    (invited || (meeting.projectId !== null && canCreateMeeting(actor, meeting.projectId))));

/** The private address of one's own calendar. */
export const canKeepCalendar = (actor: Actor): boolean => !actor.viewing && mayEver(actor, 'meeting.view');

/** Who changed what: the team, of meetings that it sees. */
export const canSeeMeetingHistory = (actor: Actor): boolean => actor.role !== 'client';

/** Times only, and of nobody's for clients. */
export const canSeeBusy = (actor: Actor): boolean => mayEver(actor, 'meeting.busy');
