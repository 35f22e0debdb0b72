/** Kinds of things that need somebody. Runs anywhere. */

/** A further kind is added here and in `queries.sources.ts`. */
export const WAITING_KINDS = ['sign_off', 'approval', 'role_request', 'question', 'request'] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

export const WAITING_KIND_LABEL: Record<WaitingKind, string> = {
  sign_off: 'Sign-off',
  approval: 'Wants to join',
  role_request: 'Role',
  question: 'Question',
  request: 'Request',
};
