'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { DomainError, toFailure } from '@/lib/errors';
import { log } from '@/lib/log';
import { rememberEmail } from '@/lib/session/browser-session';
import { pageClaims, pageClient } from '@/lib/session/caller';
import { enter, enterOther } from '@/lib/session/enter';
import { MfaRequired, signMfaToken } from '@/lib/session/mfa-challenge';
import { type LoginState, SignIn, secondCode } from '@/lib/session/schema';
import { endSession, finishSignIn, type OpenedSession, signInWithPassword, Unconfirmed } from '@/lib/session/sign-in';
import { ARGUMENT, publicAction } from '@/lib/session/transport';
import { sessionCookieName, sessionCookieOptions, viewCookieName } from '@/lib/session-token';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { isOrgKey } from '@/lib/tenant/tenant';

const { text, optional, before, form } = ARGUMENT;

/** Works without scripts. If a second factor is due, returns a signed MFA token, which the form sends with the code. */
export const signIn = publicAction([text, before, form], async (orgKey, _before, form): Promise<LoginState> => {
  const mfaToken = form.get('mfa_token');
  if (typeof mfaToken === 'string') return secondStep(orgKey, mfaToken, form);
  const email = String(form.get('email') ?? '');
  const input = SignIn.safeParse({ email, password: String(form.get('password') ?? ''), sub_domain: orgKey });
  if (!input.success) return { email, error: input.error.issues[0]?.message ?? 'Enter your email and password.' };
  let opened: OpenedSession;
  try {
    opened = await signInWithPassword(input.data, 'browser', await pageClient());
  } catch (error) {
    if (error instanceof Unconfirmed) {
      await rememberEmail(input.data.email);
      redirect(`/otp?for=create&organisation=${orgKey}`);
    }
    if (error instanceof MfaRequired) return { email, mfaToken: await signMfaToken(error.challenge) };
    const failure = toFailure(error);
    if (failure.code === 'unexpected') log('error', 'sign-in', { error });
    return { email, error: failure.message.replace(/^Unauthorized! /, '') };
  }
  return arrive(opened, form);
});

async function secondStep(orgKey: string, mfaToken: string, form: FormData): Promise<LoginState> {
  const code = secondCode.safeParse(String(form.get('code') ?? ''));
  if (!code.success) return { mfaToken, error: code.error.issues[0]?.message };
  let opened: OpenedSession;
  try {
    opened = await finishSignIn(mfaToken, orgKey, code.data, await pageClient());
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'unexpected') log('error', 'second step', { error });
    // The MFA token is over or the seat was lost, not a wrong code: start again.
    const goesOn = failure.errors?.code !== undefined || failure.code === 'rate_limited';
    return { ...(goesOn && { mfaToken }), error: failure.message.replace(/^Unauthorized! /, '') };
  }
  return arrive(opened, form);
}

const arrive = async (opened: OpenedSession, form: FormData): Promise<never> =>
  redirect(await enter(opened, String(form.get('next') ?? '')));

export const signOut = publicAction(
  [],
  async (): Promise<void> => {
    const claims = await pageClaims();
    if (claims) await endSession(claims.sid, await pageClient());
    const jar = await cookies();
    jar.set(sessionCookieName(), '', { ...sessionCookieOptions(), maxAge: 0 });
    jar.delete(viewCookieName());
    redirect('/');
  },
  { endsView: true },
);

/** Leads to the login of the organisation where the person has no seat. */
export const switchOrganisation = publicAction([text, optional], async (orgKey, next): Promise<void> => {
  if (!isOrgKey(orgKey)) redirect('/');
  const claims = await pageClaims();
  let there = (await organisationLinks(orgKey))('login');
  try {
    if (claims) there = await enterOther(claims.sid, orgKey, next);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  redirect(there);
});
