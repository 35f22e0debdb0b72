'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { rememberAddress } from '@/lib/auth/browser-session';
import { enter, enterOther } from '@/lib/auth/enter';
import { type LoginState, SignIn, secondCode } from '@/lib/auth/schema';
import { SecondFactorNeeded, signHalf } from '@/lib/auth/second-step';
import { pageClaims, pageClient } from '@/lib/auth/session';
import { endSession, finishSignIn, type OpenedSession, signInWithPassword, Unconfirmed } from '@/lib/auth/sign-in';
import { sessionCookieName, sessionCookieOptions } from '@/lib/auth/token';
import { DomainError, toFailure } from '@/lib/errors';
import { log } from '@/lib/log';
import { organisationLinks } from '@/lib/organisation-links';
import { isOrgKey } from '@/lib/tenant';
import { publicAction } from '@/lib/transport';

/**
 * The login form, both steps of it. Works without scripts; on success it redirects to `next` or the dashboard. A right
 * password where a code is wanted too comes back as a signed half of a sign-in, which the form sends with the code.
 */
export const signIn = publicAction(async (orgKey: string, _before: LoginState, form: FormData): Promise<LoginState> => {
  const half = form.get('half');
  if (typeof half === 'string') return secondStep(orgKey, half, form);
  const email = String(form.get('email') ?? '');
  const input = SignIn.safeParse({ email, password: String(form.get('password') ?? ''), sub_domain: orgKey });
  if (!input.success) return { email, error: input.error.issues[0]?.message ?? 'Enter your email and password.' };
  let opened: OpenedSession;
  try {
    opened = await signInWithPassword(input.data, 'browser', await pageClient());
  } catch (error) {
    if (error instanceof Unconfirmed) {
      await rememberAddress(input.data.email);
      redirect(`/otp?for=found&organisation=${orgKey}`);
    }
    if (error instanceof SecondFactorNeeded) return { email, half: await signHalf(error.half) };
    const failure = toFailure(error);
    if (failure.code === 'unexpected') log('error', 'sign-in', { error });
    return { email, error: failure.message.replace(/^Unauthorized! /, '') };
  }
  return arrive(opened, form);
});

async function secondStep(orgKey: string, half: string, form: FormData): Promise<LoginState> {
  const code = secondCode.safeParse(String(form.get('code') ?? ''));
  if (!code.success) return { half, error: code.error.issues[0]?.message };
  let opened: OpenedSession;
  try {
    opened = await finishSignIn(half, orgKey, code.data, await pageClient());
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'unexpected') log('error', 'second step', { error });
    // Nothing about the code was wrong: the half is over, or the seat was lost meanwhile. From the beginning, then.
    const goesOn = failure.errors?.code !== undefined || failure.code === 'rate_limited';
    return { ...(goesOn && { half }), error: failure.message.replace(/^Unauthorized! /, '') };
  }
  return arrive(opened, form);
}

const arrive = async (opened: OpenedSession, form: FormData): Promise<never> =>
  redirect(await enter(opened, String(form.get('next') ?? '')));

/** Yes in the logout dialog: ends the session everywhere it counts and goes to the landing page. */
export const signOut = publicAction(async (): Promise<void> => {
  const claims = await pageClaims();
  if (claims) await endSession(claims.sid, await pageClient());
  const jar = await cookies();
  jar.set(sessionCookieName(), '', { ...sessionCookieOptions(), maxAge: 0 });
  redirect('/');
});

/** Moves to another of one's organisations; without a seat there, to its login. */
export const switchOrganisation = publicAction(async (orgKey: string, next: string | null): Promise<void> => {
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
