/** Inputs and records of signing in. Runs anywhere. */
import { z } from 'zod';
import { ROLES } from '@/lib/permission/schema';
import { id, personName, properName, search } from '@/lib/validation';

/**
 * A mail address, lower case. ASCII only, before anything is folded: look-alike characters in an email deliver mail to
 * somebody else. Dots in the part before the @ stand alone and inside, and that part has 64 characters at most.
 */
export const email = z
  .string()
  .trim()
  .max(254, 'An email has at most 254 characters.')
  .regex(
    /^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/,
    'That does not look like an email address.',
  )
  // `=?utf-8?q?…?=` is another email to a mail program that decodes it (RFC 2047).
  .refine((value) => !value.includes('=?'), 'That does not look like an email address.')
  .toLowerCase();

const organisationKey = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{2,32}$/, 'An organisation key has 2 to 32 letters, digits and hyphens.');

const longestPassword = (value: string) => [...value].length <= 128;
export const givenPassword = z
  .string()
  .min(1, 'Enter your password.')
  .max(512, 'A password has 128 characters at most.')
  .refine(longestPassword, 'A password has 128 characters at most.');

/** A code of an authenticator or a recovery code; what it is not, it is wrong. */
export const secondCode = z.string().trim().min(1, 'Enter a code.').max(40, 'The code is too long.');

/** `signinwithorgs`. No rule on the password beyond its length: a wrong one is simply wrong. */
export const SignIn = z.strictObject({
  email,
  password: givenPassword,
  sub_domain: organisationKey,
  code: secondCode
    .optional()
    .describe('Of the authenticator, or a recovery code. Required if a 401 names `errors.code`.'),
});
export type SignIn = z.infer<typeof SignIn>;

/** A code from an email; the blanks that come with pasting do not count. */
export const otp = z
  .string()
  .transform((value) => value.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'A code has six digits.'));

/** A key that is wished for; what is wrong with it is said by lib/session/organisation-keys.ts, in words. */
const requestedKey = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Choose a key.')
  .max(100, 'A key has 32 characters at most.');

/** `signupwithorgs`: with `organisation_name` to create one, without to ask to join one. Rules of the password follow. */
export const SignUp = z.strictObject({
  name: personName(80, 'Your name'),
  email,
  password: givenPassword,
  sub_domain: requestedKey,
  organisation_name: properName(80, 'The name of the organisation').optional(),
});
export type SignUp = z.output<typeof SignUp>;

export const SignedUp = z.object({
  _id: z.string(),
  approval_status: z.number().describe('1 approved, 2 pending'),
  verification_required: z.boolean().describe('A code was sent by email: `verifyorganisation`'),
});
export type SignedUp = z.infer<typeof SignedUp>;

/** `createOrganisation`. */
export const CreateOrganisation = z.strictObject({
  organisation_name: properName(80, 'The name of the organisation'),
  sub_domain: requestedKey,
});
export type CreateOrganisation = z.output<typeof CreateOrganisation>;

/** `organisationKey`. */
export const LookUpKey = z.strictObject({
  key: z.string().max(100),
  name: search.optional().describe('The name of the new organisation'),
});
export const KeyAvailability = z.object({ key: z.string(), free: z.boolean(), reason: z.string().nullable() });

/** `forgetPassword`, first step: a code is wanted. */
export const AskReset = z.strictObject({ email, sub_domain: organisationKey });
export type AskReset = z.output<typeof AskReset>;

/** `forgetPassword`, second step: the code and a new password. */
export const ResetPassword = z.strictObject({ email, sub_domain: organisationKey, otp, new_password: givenPassword });
export type ResetPassword = z.output<typeof ResetPassword>;

export const ForgetPassword = z.strictObject({
  email,
  sub_domain: organisationKey,
  otp: otp.optional(),
  new_password: givenPassword.optional(),
});
export type ForgetPassword = z.output<typeof ForgetPassword>;

/** `changePassword`. */
export const ChangePassword = z.strictObject({ current_password: givenPassword, new_password: givenPassword });
export type ChangePassword = z.output<typeof ChangePassword>;

export const OrganisationListing = z.object({ organisation_name: z.string(), sub_domain: z.string() });
export type OrganisationListing = z.infer<typeof OrganisationListing>;

/** `organisationKey`. */
export const KeyAndName = KeyAvailability.extend({
  named_alike: OrganisationListing.nullable().describe('A listed organisation whose name looks like `name`'),
});

/** `getOrganisationList`. */
export const FindOrganisations = z.strictObject({ q: search.optional() });
export type FindOrganisations = z.output<typeof FindOrganisations>;

/** Shows which of several sign-ups with one email is the caller's. */
const proof = {
  _id: id.optional().describe('As `signupwithorgs` answered it: which sign-up the code is to confirm'),
  password: givenPassword
    .optional()
    .describe('As chosen when signing up. Required if a 422 names `errors.password`: others signed up with this email'),
};
export type SignUpProof = { _id?: string; password?: string };

/** `resendcode`. */
export const ResendCode = z.strictObject({ email, sub_domain: organisationKey, _id: proof._id });

/** `verifyorganisation`: a look-up by key, or with email and code a verification. */
export const VerifyOrganisation = z
  .strictObject({ sub_domain: organisationKey, email: email.optional(), otp: otp.optional(), ...proof })
  .refine(({ email, otp }) => (email === undefined) === (otp === undefined), {
    message: 'Give the email and the code together.',
    path: ['otp'],
  });
export type VerifyOrganisation = z.output<typeof VerifyOrganisation>;

/** What the form of the code sends. */
export const EnterCode = z.strictObject({ sub_domain: organisationKey, email, otp, ...proof });
export type EnterCode = z.output<typeof EnterCode>;

export const OrganisationState = OrganisationListing.extend({ verified: z.boolean() });
export type OrganisationState = z.infer<typeof OrganisationState>;

/** After a code: where the person stands now. 1 approved, 2 pending. */
export const VerifiedEmail = OrganisationState.extend({ approval_status: z.number() });
export type VerifiedEmail = z.infer<typeof VerifiedEmail>;

/**
 * What a code confirmed: the request with this id, and the member who came of it. `knows`: whoever wrote the request gave
 * the account's password.
 */
export type Confirmed = { verified: VerifiedEmail; requestId: string; memberId: string; knows: boolean };

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
export type LoginState = {
  error?: string;
  email?: string;
  /** The password was right and a code is wanted: the signed MFA token, to be sent with it. */
  mfaToken?: string;
};

/** State of any other form of this folder: what was wrong, and what had been typed (never a password). */
export type FormState = {
  error?: string;
  /** By field, as the form names it. */
  errors?: Record<string, string>;
  values?: Record<string, string>;
  /** What went well, where the form stays. */
  done?: string;
  /** All was right, and the account has a second factor: the signed MFA token, to be sent with its code. */
  mfaToken?: string;
};
