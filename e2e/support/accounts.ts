/** The demo's people. The seat's name is the first half of the email; `both` belongs to two organisations. */
export const PASSWORD = 'correct horse battery staple';

export type OrganisationKey = 'acme' | 'globex';
export type Seat = 'admin' | 'subadmin' | 'leader' | 'user' | 'client' | 'observer' | 'pending' | 'both';

export const emailOf = (seat: Seat, org: OrganisationKey) =>
  seat === 'both' ? 'both@guild.test' : `${seat}@${org}.test`;

/** Names as the screens show them. */
export const NAMES = {
  leader: 'Maya Lindqvist',
  user: 'Daniel Osei',
} as const;
