/** Runs anywhere. */
import { z } from 'zod';
import { ROLES } from '@/lib/permission/schema';
import { id, personName, properName, record, search } from '@/lib/validation';

/** ASCII only, before lower-casing: look-alike letters deliver mail to somebody else. At most 64 before @. */
export const email = z
  .string()
  .trim()
  .max(254, 'An email has at most 254 characters.')
  .regex(
    /^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/,
    'That does not look like an email address.',
  )
  // Mail programs decode `=?utf-8?q?…?=` to another address (RFC 2047).
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

/** An authenticator's code or a recovery code. */
export const secondCode = z.string().trim().min(1, 'Enter a code.').max(40, 'The code is too long.');

/** `signinwithorgs`. The password is only checked for length. */
export const SignIn = z.strictObject({
  email,
  password: givenPassword,
  sub_domain: organisationKey,
  code: secondCode
    .optional()
    .describe('Of the authenticator, or a recovery code. Required if a 401 names `errors.code`.'),
});
export type SignIn = z.infer<typeof SignIn>;

export const otp = z
  .string()
  .transform((value) => value.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'A code has six digits.'));

/** organisation-keys.ts says in words what is wrong with it. */
const requestedKey = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Choose a key.')
  .max(100, 'A key has 32 characters at most.');

/** `signupwithorgs`: with `organisation_name` creates one, without asks to join. Password rules are checked later. */
export const SignUp = z.strictObject({
  name: personName(80, 'Your name'),
  email,
  password: givenPassword,
  sub_domain: requestedKey,
  organisation_name: properName(80, 'The name of the organisation').optional(),
});
export type SignUp = z.output<typeof SignUp>;

export const SignedUp = record('SignedUp', {
  _id: z.string(),
  approval_status: z.number().describe('1 approved, 2 pending'),
  verification_required: z.boolean().describe('A code was sent by email: `verifyorganisation`'),
});
export type SignedUp = z.infer<typeof SignedUp>;

export const CreateOrganisation = z.strictObject({
  organisation_name: properName(80, 'The name of the organisation'),
  sub_domain: requestedKey,
});
export type CreateOrganisation = z.output<typeof CreateOrganisation>;

export const LookUpKey = z.strictObject({
  key: z.string().max(100),
  name: search.optional().describe('The name of the new organisation'),
});
export const KeyAvailability = record('KeyAvailability', {
  key: z.string(),
  free: z.boolean(),
  reason: z.string().nullable(),
});

export const AskReset = z.strictObject({ email, sub_domain: organisationKey });
export type AskReset = z.output<typeof AskReset>;

export const ResetPassword = z.strictObject({ email, sub_domain: organisationKey, otp, new_password: givenPassword });
export type ResetPassword = z.output<typeof ResetPassword>;

export const ForgetPassword = z.strictObject({
  email,
  sub_domain: organisationKey,
  otp: otp.optional(),
  new_password: givenPassword.optional(),
});
export type ForgetPassword = z.output<typeof ForgetPassword>;

export const ChangePassword = z.strictObject({ current_password: givenPassword, new_password: givenPassword });
export type ChangePassword = z.output<typeof ChangePassword>;

export const OrganisationListing = record('OrganisationListing', {
  organisation_name: z.string(),
  sub_domain: z.string(),
});
export type OrganisationListing = z.infer<typeof OrganisationListing>;

export const KeyAndName = record('KeyAndName', {
  ...KeyAvailability.shape,
  named_alike: OrganisationListing.nullable().describe('A listed organisation whose name looks like `name`'),
});

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

export const ResendCode = z.strictObject({ email, sub_domain: organisationKey, _id: proof._id });

/** `verifyorganisation`: look-up by key, or verification with email and code. */
export const VerifyOrganisation = z
  .strictObject({ sub_domain: organisationKey, email: email.optional(), otp: otp.optional(), ...proof })
  .refine(({ email, otp }) => (email === undefined) === (otp === undefined), {
    message: 'Give the email and the code together.',
    path: ['otp'],
  });
export type VerifyOrganisation = z.output<typeof VerifyOrganisation>;

export const EnterCode = z.strictObject({ sub_domain: organisationKey, email, otp, ...proof });
export type EnterCode = z.output<typeof EnterCode>;

export const OrganisationState = record('OrganisationState', { ...OrganisationListing.shape, verified: z.boolean() });
export type OrganisationState = z.infer<typeof OrganisationState>;

/** `approval_status`: 1 approved, 2 pending. */
export const VerifiedEmail = record('VerifiedEmail', { ...OrganisationState.shape, approval_status: z.number() });
export type VerifiedEmail = z.infer<typeof VerifiedEmail>;

/** `requestId`: the confirmed request. `knows`: the requester gave the account's password. */
export type Confirmed = { verified: VerifiedEmail; requestId: string; memberId: string; knows: boolean };

/** Kept by the browser for the first paint, and returned by `signinwithorgs`. */
export const SignedInUser = record('SignedInUser', {
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  role_label: z.string(),
  pic: z.string().nullable(),
});
export type SignedInUser = z.infer<typeof SignedInUser>;

export const SignedIn = record('SignedIn', {
  token: z.string().describe('`Bearer <jwt>`'),
  expires_at: z.string(),
  user: SignedInUser,
  organisation: OrganisationListing,
});
export type SignedIn = z.infer<typeof SignedIn>;

export type LoginState = {
  error?: string;
  email?: string;
  /** A code is required: the signed MFA token, to be sent with it. */
  mfaToken?: string;
};

/** Never contains a password. */
export type FormState = {
  error?: string;
  /** By field name. */
  errors?: Record<string, string>;
  values?: Record<string, string>;
  done?: string;
  /** The account has a second factor: the signed MFA token, to be sent with its code. */
  mfaToken?: string;
};
