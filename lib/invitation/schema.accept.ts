/** Runs anywhere. */
import { z } from 'zod';
import { personName, record } from '@/lib/validation';

const token = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/, 'This is not the token of an invitation.');

export const AcceptInvitation = z.strictObject({
  token,
  name: personName(80, 'The name').optional(),
  password: z.string().min(1, 'Enter a password.').max(512, 'A password has 128 characters at most.'),
});
export type AcceptInvitation = z.output<typeof AcceptInvitation>;

export const InvitationShown = z.object({
  organisation_name: z.string(),
  sub_domain: z.string(),
  inviter: z.string(),
  role_label: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  /** A confirmed account with this email: asks for its password. */
  has_account: z.boolean(),
  expires_at: z.string(),
});
export type InvitationShown = z.infer<typeof InvitationShown>;

export const AcceptedInvitation = record('AcceptedInvitation', {
  organisation_name: z.string(),
  sub_domain: z.string(),
  email: z.string(),
});
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>;

/** Never contains a password. */
export type AcceptState = {
  error?: string;
  errors?: Record<string, string[]>;
  name?: string;
  /** Accepted, but a second factor is due: the signed MFA token, and for which organisation. */
  mfaToken?: string;
  sub_domain?: string;
};
