/** Runs anywhere; browsers import it without a validator. */

export const JOIN_RULES = ['closed', 'approval', 'domains'] as const;
export type JoinRule = (typeof JOIN_RULES)[number];

export const JOIN_RULE_LABEL: Record<JoinRule, string> = {
  closed: 'By invitation only',
  approval: 'Anybody may ask to join; an admin approves',
  domains: 'Verified domains without approval; everybody else with approval',
};

export const JOIN_RULE_HINT: Record<JoinRule, string> = {
  closed: 'Nobody can ask to join. People need an invitation.',
  approval: 'People who sign up wait until an admin or sub-admin approves them.',
  domains: 'People who confirm an email at one of the domains below join as users. Others wait for approval.',
};

export const TINTS = {
  c1: 'Blue',
  c2: 'Orange',
  c3: 'Teal',
  c4: 'Purple',
  c5: 'Red',
  c6: 'Green',
  c7: 'Cyan',
  c8: 'Brown',
};

export const MAX_HOLIDAYS = 400;
export const MAX_DOMAINS = 20;
/** In bytes. */
export const MAX_LOGO = 2 * 1024 * 1024;

export const logoPath = (version: string | null): string | null => (version ? `/logo/${version}.webp` : null);
