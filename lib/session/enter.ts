import 'server-only';
import { DomainError } from '@/lib/errors';
import { keepSession } from '@/lib/session/browser-session';
import { pageClaims, pageClient } from '@/lib/session/caller';
import { MfaRequired, signMfaToken } from '@/lib/session/mfa-challenge';
import { endSession, type OpenedSession, openProvedSession, switchSession } from '@/lib/session/sign-in';
import { organisationHost, organisationLinks } from '@/lib/tenant/organisation-links';
import { safeNext } from '@/lib/tenant/tenant';

const PENDING = 2;

/** Ends the browser's earlier session. Returns where to go: a due step, the waiting page, `next`, or the dashboard. */
export async function enter(opened: OpenedSession, next: string | null = null): Promise<string> {
  const before = await pageClaims();
  if (before) await endSession(before.sid, await pageClient());
  await keepSession(opened);
  const hrefTo = await organisationLinks(opened.organisation.sub_domain);
  if (opened.mustChangePassword) return hrefTo('newpassword');
  if (opened.approval === PENDING) return '/waiting';
  return safeNext(next) ?? hrefTo('dashboard');
}

/** For a member who proved mailbox and password in this request. Null: signing in is refused. */
export async function enterProved(memberId: string): Promise<{ href: string } | { mfaToken: string } | null> {
  try {
    return { href: await enter(await openProvedSession(memberId, await pageClient())) };
  } catch (error) {
    if (error instanceof MfaRequired) return { mfaToken: await signMfaToken(error.challenge) };
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** On an organisation's own host, whose session stays, leads to the other one's login. Throws `not_found`. */
export async function enterOther(sid: string, orgKey: string, next: string | null = null): Promise<string> {
  const [host, hrefTo] = [await organisationHost(), await organisationLinks(orgKey)];
  if (host && host.key !== orgKey) return hrefTo('login');
  await keepSession(await switchSession(sid, orgKey, await pageClient()));
  return safeNext(next) ?? hrefTo('dashboard');
}
