import { hostOf } from '@/lib/tenant/tenant';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A call that may change something and is not one of the API, which decides by itself: programs with a bearer come from no page. */
export const isForm = (method: string, pathname: string): boolean =>
  !SAFE_METHODS.has(method) && !pathname.startsWith('/api/');

/**
 * Whether a request comes from a page of the host that it is sent to: what decides about every unsafe call that a browser
 * makes with its cookies, server actions and forms included. Edge safe.
 *
 * Browsers write both headers themselves and scripts cannot: `Sec-Fetch-Site` names the relation, `Origin` the page's own
 * origin. A missing `Origin` proves nothing, so it does not count (Fetch Metadata, W3C; RFC 6454).
 */
export function isSameOrigin(headers: Headers, secure: boolean): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const host = hostOf(headers);
  return host !== '' && headers.get('origin') === `${secure ? 'https' : 'http'}://${host}`;
}
