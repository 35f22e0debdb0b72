/** Words and codes of people. No validator here: this file ships to browsers. */

/** Approval (specification 3): pending 2, approved 1, rejected 0. */
export const APPROVAL_LABEL: Record<number, string> = { 2: 'Pending', 1: 'Approved', 0: 'Rejected' };
