/** Inputs and records of signing in. Runs anywhere. */
import { z } from 'zod';
import { ROLES } from '@/lib/permission/schema';
import { search } from '@/lib/validation';

/** A mail address, lower case. ASCII only: look-alike characters in an address deliver mail to somebody else. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'An address has 254 characters at most.')
  .regex(
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/,
    'That does not look like an email address.',
  );

export const organisationKey = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{2,32}$/, 'An organisation key has 2 to 32 letters, digits and hyphens.');

/** `signinwithorgs`. No rule on the password beyond its length: a wrong one is simply wrong. */
export const SignIn = z.strictObject({
  email,
  password: z.string().min(1, 'Enter your password.').max(128, 'A password has 128 characters at most.'),
  sub_domain: organisationKey,
});
export type SignIn = z.infer<typeof SignIn>;

export const OrganisationListing = z.object({ organisation_name: z.string(), sub_domain: z.string() });
export type OrganisationListing = z.infer<typeof OrganisationListing>;

/** `getOrganisationList`. */
export const FindOrganisations = z.strictObject({ q: search.optional() });
export type FindOrganisations = z.output<typeof FindOrganisations>;

/** `verifyorganisation`, as a look-up. */
export const LookUpOrganisation = z.strictObject({ sub_domain: organisationKey });
export type LookUpOrganisation = z.output<typeof LookUpOrganisation>;

export const OrganisationStanding = OrganisationListing.extend({ verified: z.boolean() });
export type OrganisationStanding = z.infer<typeof OrganisationStanding>;

/** What the browser keeps for the first paint, and what `signinwithorgs` returns of the caller. */
export const SignedInUser = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  role_label: z.string(),
  pic: z.string().nullable(),
});
export type SignedInUser = z.infer<typeof SignedInUser>;

export const SignedIn = z.object({
  token: z.string().describe('`Bearer <jwt>`'),
  expires_at: z.string(),
  user: SignedInUser,
  organisation: OrganisationListing,
});
export type SignedIn = z.infer<typeof SignedIn>;

/** State of the login form between two submissions. */
export type LoginState = { error?: string; email?: string };
