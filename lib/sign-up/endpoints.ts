import 'server-only';
import { z } from 'zod';
import { changePassword } from '@/lib/account/change-password';
import { askForReset, resetPassword } from '@/lib/account/reset-password';
import type { Client } from '@/lib/auth';
import { command, create, defineEndpoints, query } from '@/lib/contract/endpoint';
import { invalidField, notFound, sessionEnded } from '@/lib/errors';
import { type Caller, DURING_ALL_SETUP } from '@/lib/org';
import { availabilityOf } from '@/lib/session/organisation-keys';
import {
  ChangePassword,
  CreateOrganisation,
  FindOrganisations,
  ForgetPassword,
  KeyAndName,
  LookUpKey,
  OrganisationListing,
  OrganisationState,
  ResendCode,
  SignedIn,
  SignedUp,
  SignIn,
  SignUp,
  VerifiedEmail,
  VerifyOrganisation,
} from '@/lib/session/schema';
import { endSession, signInWithPassword } from '@/lib/session/sign-in';
import { createAnotherOrganisation } from '@/lib/sign-up/create-organisation';
import { listDirectory, lookUpOrganisation, namedAlike } from '@/lib/sign-up/directory';
import { signUp } from '@/lib/sign-up/sign-up';
import { resendCode, verifyCode } from '@/lib/sign-up/verify';
import { Nothing } from '@/lib/validation';

export const authEndpoints = defineEndpoints({
  'POST signinwithorgs': command(
    SignIn,
    SignedIn,
    'anonymous',
    signIn,
    'Signs in to one organisation. The token is valid for 12 hours, or until `signout`. Somebody with a second factor gets ' +
      '401 with `errors.code` until `code` is sent too; a wrong password never names it.',
  ),
  'POST signout': command(Nothing, z.null(), 'session', signOut, 'Ends the session of this token.'),
  'GET getOrganisationList': query(
    FindOrganisations,
    z.array(OrganisationListing),
    'anonymous',
    (_client, { q }) => listDirectory(q),
    'Verified organisations that show themselves in the directory; at most 50, the best match first.',
  ),
  'POST verifyorganisation': command(
    VerifyOrganisation,
    z.union([VerifiedEmail, OrganisationState]),
    'anonymous',
    verify,
    'Looks up an organisation by its key. With email and code it verifies a new organisation, or the email of somebody who asks to join.',
  ),
  'POST resendcode': command(
    ResendCode,
    z.null(),
    'anonymous',
    (client, input) => resendCode(input, client),
    'Sends a new code for a sign-up that waits for one. The answer is the same for every email.',
    { message: 'If a sign-up with this email is waiting for a code, a new one was sent.' },
  ),
  'POST signupwithorgs': create(
    SignUp,
    SignedUp,
    'anonymous',
    (client, input) => signUp(input, client),
    'Asks to join an organisation; with `organisation_name` it creates one. A code is sent by email.',
    { message: 'A code was sent to your email.' },
  ),
  'GET organisationKey': query(
    LookUpKey,
    KeyAndName,
    'anonymous',
    async (_client, { key, name }) => ({
      ...(await availabilityOf(key)),
      named_alike: name ? await namedAlike(name) : null,
    }),
    'Whether a new organisation could have this key, and if not, why. With `name`, also an organisation with the same or nearly the same name.',
  ),
  'POST createOrganisation': create(
    CreateOrganisation,
    OrganisationState,
    'organisation.found',
    createAnotherOrganisation,
    'Creates another organisation; the caller is its first admin.',
  ),
  'POST forgetPassword': command(
    ForgetPassword,
    z.null(),
    'anonymous',
    forget,
    'Sends a code for a new password; with the code and the new password it sets it and ends every session.',
    { message: 'If the email belongs to a member, this was done.' },
  ),
  'POST changePassword': command(
    ChangePassword,
    z.null(),
    'profile.own',
    { steps: changePassword },
    'Changes the caller’s own password; every other session of theirs ends.',
    { allowedDuring: DURING_ALL_SETUP },
  ),
});

async function signIn(client: Client, input: SignIn): Promise<SignedIn> {
  const { token, expiresAt, user, organisation } = await signInWithPassword(input, 'bearer', client);
  return { token: `Bearer ${token}`, expires_at: expiresAt.toISOString(), user, organisation };
}

async function signOut({ sid, ...client }: Caller): Promise<null> {
  if (!(await endSession(sid, client))) throw sessionEnded();
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
  if (otp === undefined) throw invalidField('otp', 'Enter the code from the email.');
  if (new_password === undefined) throw invalidField('new_password', 'Choose a new password.');
  await resetPassword({ email, sub_domain, otp, new_password }, client);
  return null;
}
