import { announceLogout } from '@/components/live/session-channel';
import { ORGANISATION_ROUTES } from '@/lib/tenant';

/** Where the page was when the session ended; Login carries it on. */
export const RETURN_KEY = 'guildhall-return';

let leaving = false;

/**
 * The organisation's login, coming back to `path` afterwards. On a subdomain the path has no organisation in it.
 * `company` is the organisation key that the browser remembers.
 */
export function loginAddress(path: string, company: string | null): string {
  const [, first = '', second = ''] = path.split(/[?#]/)[0]?.split('/') ?? [];
  const next = `?next=${encodeURIComponent(path)}`;
  const isRoute = (segment: string) => (ORGANISATION_ROUTES as readonly string[]).includes(segment);
  if (isRoute(first)) return `/login${next}`;
  const orgKey = isRoute(second) ? first : company;
  return orgKey ? `/${orgKey}/login${next}` : `/already_registered${next}`;
}

/** The session has ended: remember the place, tell the other tabs, sign in again. Drafts stay where they are. */
export function leaveForLogin(): void {
  if (leaving) return;
  leaving = true;
  const path = `${location.pathname}${location.search}`;
  sessionStorage.setItem(RETURN_KEY, path);
  announceLogout();
  location.assign(loginAddress(path, localStorage.getItem('company')));
}
