import 'server-only';
import { z } from 'zod';
import { type Endpoint, endpoint, publicEndpoint, sessionEndpoint, steppedEndpoint } from '@/lib/api/endpoint';
import { changePassword } from '@/lib/auth/change-password';
import { listDirectory, lookUpOrganisation, namedAlike } from '@/lib/auth/directory';
import { foundFurther } from '@/lib/auth/found';
import { standingOf } from '@/lib/auth/keys';
import { askForReset, resetPassword } from '@/lib/auth/reset';
import {
  ChangePassword,
  FindOrganisations,
  ForgetPassword,
  FoundOrganisation,
  KeyAndName,
  LookUpKey,
  OrganisationListing,
  OrganisationStanding,
  ResendCode,
  SignedIn,
  SignedUp,
  SignIn,
  SignUp,
  VerifiedAddress,
  VerifyOrganisation,
} from '@/lib/auth/schema';
import { type Client, endSession, signInWithPassword } from '@/lib/auth/sign-in';
import { signUp } from '@/lib/auth/sign-up';
import { resendCode, verifyCode } from '@/lib/auth/verify';
import { DomainError, invalidField, notFound } from '@/lib/errors';
import { type Caller, DESPITE_ALL } from '@/lib/org';

export const authEndpoints: Endpoint[] = [
  publicEndpoint({
    method: 'POST',
    path: 'signinwithorgs',
    summary:
      'Signs in to one organisation. The token counts for 12 hours, or until `signout`. Somebody with a second factor gets ' +
      '401 with `errors.code` until `code` is sent too; a wrong password never names it.',
    input: SignIn,
    output: SignedIn,
    shape: 'record',
    message: 'Signed in.',
    run: signIn,
  }),
  sessionEndpoint({
    method: 'POST',
    path: 'signout',
    summary: 'Ends the session of this token, at once and for good.',
    input: z.strictObject({}),
    output: z.null(),
    shape: 'record',
    message: 'Signed out.',
    run: signOut,
  }),
  publicEndpoint({
    method: 'GET',
    path: 'getOrganisationList',
    summary: 'Verified organisations that show themselves in the directory; at most 50, the best match first.',
    input: FindOrganisations,
    output: z.array(OrganisationListing),
    shape: 'record',
    message: 'Organisations.',
    run: (_client, { q }) => listDirectory(q),
  }),
  publicEndpoint({
    method: 'POST',
    path: 'verifyorganisation',
    summary:
      'Looks an organisation up by its key; with address and code it verifies a founder, or an address that asks to join.',
    input: VerifyOrganisation,
    output: z.union([VerifiedAddress, OrganisationStanding]),
    shape: 'record',
    message: 'Organisation.',
    run: verify,
  }),
  publicEndpoint({
    method: 'POST',
    path: 'resendcode',
    summary: 'Sends a new code for a sign-up that waits for one. The answer is the same for every address.',
    input: ResendCode,
    output: z.null(),
    shape: 'record',
    message: 'If a sign-up with this address waits for a code, a new one is on its way.',
    run: (client, input) => resendCode(input, client),
  }),
  publicEndpoint({
    method: 'POST',
    path: 'signupwithorgs',
    summary: 'Asks to join an organisation; with `organisation_name` it founds one. A code goes out by mail.',
    input: SignUp,
    output: SignedUp,
    shape: 'record',
    message: 'A code is on its way to your address.',
    status: 201,
    run: (client, input) => signUp(input, client),
  }),
  publicEndpoint({
    method: 'GET',
    path: 'organisationKey',
    summary:
      'Whether a new organisation could have this key, and if not, why. With `name` also one that is named so, or nearly.',
    input: LookUpKey,
    output: KeyAndName,
    shape: 'record',
    message: 'Key.',
    run: async (_client, { key, name }) => ({
      ...(await standingOf(key)),
      named_alike: name ? await namedAlike(name) : null,
    }),
  }),
  endpoint({
    method: 'POST',
    path: 'createOrganisation',
    summary: 'Founds a further organisation; the caller is its first admin.',
    permission: 'organisation.found',
    input: FoundOrganisation,
    output: OrganisationStanding,
    shape: 'record',
    message: 'Organisation founded.',
    status: 201,
    run: foundFurther,
  }),
  publicEndpoint({
    method: 'POST',
    path: 'forgetPassword',
    summary: 'Sends a code for a new password; with the code and the new password it sets it and ends every session.',
    input: ForgetPassword,
    output: z.null(),
    shape: 'record',
    message: 'If the address is a member’s, this is done.',
    run: forget,
  }),
  steppedEndpoint({
    method: 'POST',
    path: 'changePassword',
    summary: 'Changes the caller’s own password; every other session of theirs ends.',
    permission: 'profile.own',
    despite: DESPITE_ALL,
    input: ChangePassword,
    output: z.null(),
    shape: 'record',
    message: 'Password changed.',
    run: changePassword,
  }),
];

async function signIn(client: Client, input: SignIn): Promise<SignedIn> {
  const { token, expiresAt, user, organisation } = await signInWithPassword(input, 'bearer', client);
  return { token: `Bearer ${token}`, expires_at: expiresAt.toISOString(), user, organisation };
}

async function signOut({ sid, ...client }: Caller): Promise<null> {
  if (!(await endSession(sid, client)))
    throw new DomainError('unauthenticated', 'Unauthorized! Your session has ended. Sign in again.');
  return null;
}

async function verify(client: Client, { sub_domain, email, otp, ...proof }: VerifyOrganisation) {
  if (email !== undefined && otp !== undefined)
    return (await verifyCode({ sub_domain, email, otp, ...proof }, client)).verified;
  const found = await lookUpOrganisation(sub_domain);
  if (!found) throw notFound('The organisation');
  return found;
}

async function forget(client: Client, { email, sub_domain, otp, new_password }: ForgetPassword): Promise<null> {
  if (otp === undefined && new_password === undefined) return askForReset({ email, sub_domain }, client);
  if (otp === undefined) throw invalidField('otp', 'Enter the code from the mail.');
  if (new_password === undefined) throw invalidField('new_password', 'Choose a new password.');
  await resetPassword({ email, sub_domain, otp, new_password }, client);
  return null;
}
