/** Words and codes of people. No validator here: this file ships to browsers. */

/** Approval (specification 3): pending 2, approved 1, rejected 0. */
export const APPROVAL_LABEL: Record<number, string> = { 2: 'Pending', 1: 'Approved', 0: 'Rejected' };

/** What the list of users can be narrowed to. */
export const MEMBER_STATES = ['approved', 'invited', 'pending', 'rejected', 'deactivated'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];
export const MEMBER_STATE_LABEL: Record<MemberState, string> = {
  approved: 'Approved',
  invited: 'Not entered yet',
  pending: 'Pending',
  rejected: 'Rejected',
  deactivated: 'Deactivated',
};
