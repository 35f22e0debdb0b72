import 'server-only';
import { DomainError } from '@/lib/errors';
import { keepSession } from '@/lib/session/browser-session';
import { pageClaims, pageClient } from '@/lib/session/caller';
import { MfaRequired, signMfaToken } from '@/lib/session/mfa-challenge';
import { endSession, type OpenedSession, openProvedSession, switchSession } from '@/lib/session/sign-in';
import { organisationHost, organisationLinks } from '@/lib/tenant/organisation-links';
import { safeNext } from '@/lib/tenant/tenant';

const PENDING = 2;

/**
 * Keeps a session that was just opened and ends the one that this browser had before.
 * @returns where to go: what is due first, the waiting page, `next`, or the dashboard.
 */
export async function enter(opened: OpenedSession, next: string | null = null): Promise<string> {
  const before = await pageClaims();
  if (before) await endSession(before.sid, await pageClient());
  await keepSession(opened);
  const hrefTo = await organisationLinks(opened.organisation.sub_domain);
  if (opened.mustChangePassword) return hrefTo('newpassword');
  if (opened.approval === PENDING) return '/waiting';
  return safeNext(next) ?? hrefTo('dashboard');
}

/**
 * Signs in the member whose mailbox and password were proved in this very request.
 * @returns where to go; or the signed MFA token where a second factor is asked for; null where signing in is refused.
 */
export async function enterProved(memberId: string): Promise<{ href: string } | { mfaToken: string } | null> {
  try {
    return { href: await enter(await openProvedSession(memberId, await pageClient())) };
  } catch (error) {
    if (error instanceof MfaRequired) return { mfaToken: await signMfaToken(error.challenge) };
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/**
 * Goes over to another organisation of the same person: the session here ends, one there opens. Not from one organisation's
 * own host to another's, which has a session of its own: there this one goes on.
 * @returns where to go. Throws `not_found` without an open seat there.
 */
export async function enterOther(sid: string, orgKey: string, next: string | null = null): Promise<string> {
  const [host, hrefTo] = [await organisationHost(), await organisationLinks(orgKey)];
  if (host && host.key !== orgKey) return hrefTo('login');
  await keepSession(await switchSession(sid, orgKey, await pageClient()));
  return safeNext(next) ?? hrefTo('dashboard');
}
