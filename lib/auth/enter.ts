import 'server-only';
import { keepSession } from '@/lib/auth/browser-session';
import { SecondFactorNeeded, signHalf } from '@/lib/auth/second-step';
import { pageClaims, pageClient } from '@/lib/auth/session';
import { endSession, type OpenedSession, openProvedSession } from '@/lib/auth/sign-in';
import { DomainError } from '@/lib/errors';
import { organisationLinks } from '@/lib/organisation-links';
import { safeNext } from '@/lib/tenant';

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
 * @returns where to go; or the signed first half where a second factor is asked for; null where signing in is refused.
 */
export async function enterProved(memberId: string): Promise<{ href: string } | { half: string } | null> {
  try {
    return { href: await enter(await openProvedSession(memberId, await pageClient())) };
  } catch (error) {
    if (error instanceof SecondFactorNeeded) return { half: await signHalf(error.half) };
    if (error instanceof DomainError) return null;
    throw error;
  }
}
