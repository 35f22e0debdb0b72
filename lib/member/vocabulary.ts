/** No validator here: this file ships to browsers. */

/** Specification 3. */
export const APPROVAL_LABEL: Record<number, string> = { 2: 'Pending', 1: 'Approved', 0: 'Rejected' };

/** Adds a number to the later of two look-alike names, where nothing else tells people apart. */
export const shownName = ({ name, namesake }: { name: string; namesake?: number | null }): string =>
  namesake ? `${name} (${namesake})` : name;

export const MEMBER_STATES = ['approved', 'invited', 'pending', 'rejected', 'deactivated'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];
export const MEMBER_STATE_LABEL: Record<MemberState, string> = {
  approved: 'Approved',
  invited: 'Not activated yet',
  pending: 'Pending',
  rejected: 'Rejected',
  deactivated: 'Deactivated',
};
