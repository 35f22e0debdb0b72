import { linksOf } from '@/lib/tenant/organisation-path';
import { ORGANISATION_ROUTES } from '@/lib/tenant/tenant';
import { actsAsChat } from './acting';

let leaving: 'no' | 'expired' | 'on purpose' = 'no';

/** Another tab's logout is heard shortly after the server refuses this one (ms). */
const HEAR_LOGOUT = 300;

/**
 * The organisation's login, returning to `path`. On a subdomain the path has no organisation in it.
 * `company` is the organisation key that the browser remembers.
 */
export function loginUrl(path: string, company: string | null): string {
  const [, first = '', second = ''] = path.split(/[?#]/)[0]?.split('/') ?? [];
  const next = `?next=${encodeURIComponent(path)}`;
  const isRoute = (segment: string) => (ORGANISATION_ROUTES as readonly string[]).includes(segment);
  if (isRoute(first)) return `/login${next}`;
  const orgKey = isRoute(second) ? first : company;
  return orgKey ? linksOf(orgKey, null)(`login${next}`) : `/already_registered${next}`;
}

/** This tab ends its own session, so a refusal meanwhile is no expiry. @returns a function that takes it back. */
export function leaveOnPurpose(): () => void {
  const before = leaving;
  leaving = 'on purpose';
  return () => {
    leaving = before;
  };
}

export const leavesOnPurpose = (): boolean => leaving === 'on purpose';

/** Leads to the login and back to this page. Drafts are kept. */
export function leaveForLogin(): void {
  // The page around the chat's frame opens it anew, or leads to the login itself.
  if (leaving !== 'no' || actsAsChat()) return;
  leaving = 'expired';
  const path = `${location.pathname}${location.search}`;
  const address = loginUrl(path, lastOrganisation());
  setTimeout(() => {
    if (leaving === 'expired') location.assign(address);
  }, HEAR_LOGOUT);
}

// Where storage is refused, the login asks for the organisation.
function lastOrganisation(): string | null {
  try {
    return localStorage.getItem('company');
  } catch {
    return null;
  }
}
