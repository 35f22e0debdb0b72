/** Words and codes of people. No validator here: this file ships to browsers. */

/** Approval (specification 3): pending 2, approved 1, rejected 0. */
export const APPROVAL_LABEL: Record<number, string> = { 2: 'Pending', 1: 'Approved', 0: 'Rejected' };

/** A name where nothing else tells people apart: with a number for whoever came later to one that looks like another's. */
export const shownName = ({ name, namesake }: { name: string; namesake?: number | null }): string =>
  namesake ? `${name} (${namesake})` : name;

/** What the list of users can be narrowed to. */
export const MEMBER_STATES = ['approved', 'invited', 'pending', 'rejected', 'deactivated'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];
export const MEMBER_STATE_LABEL: Record<MemberState, string> = {
  approved: 'Approved',
  invited: 'Not activated yet',
  pending: 'Pending',
  rejected: 'Rejected',
  deactivated: 'Deactivated',
};
