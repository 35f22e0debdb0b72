import { hostOf, type ReadableHeaders } from '@/lib/tenant/tenant';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** An unsafe call outside the API, which checks by itself: programs with a bearer come from no page. */
export const isForm = (method: string, pathname: string): boolean =>
  !SAFE_METHODS.has(method) && !pathname.startsWith('/api/');

/**
 * Required for every unsafe call with cookies, actions and forms included. Edge safe. Scripts cannot set
 * `Sec-Fetch-Site` and `Origin`; a missing `Origin` proves nothing, so it does not count (Fetch Metadata, W3C; RFC
 * 6454).
 */
export function isSameOrigin(headers: ReadableHeaders, secure: boolean): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const host = hostOf(headers);
  return host !== '' && headers.get('origin') === `${secure ? 'https' : 'http'}://${host}`;
}
