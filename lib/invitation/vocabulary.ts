/** No validator here: this file ships to browsers. */

export const INVITATION_STATES = ['open', 'expired', 'accepted', 'revoked'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];
export const INVITATION_STATE_LABEL: Record<InvitationState, string> = {
  open: 'Invited',
  expired: 'Expired',
  accepted: 'Accepted',
  revoked: 'Revoked',
};

export const INVITATION_DAYS = 7;
export const MAX_ROWS = 10_000;
export const CSV_COLUMNS = ['email', 'name', 'role', 'projects'] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** Nothing is wrong with such a row. */
export const SKIP_REASON = {
  duplicate: 'This email is in the file more than once.',
  member: 'Already a member.',
  invited: 'Already invited.',
} as const;
