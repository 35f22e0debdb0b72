import 'server-only';
import type { IncomingMessage } from 'node:http';
import { env } from '@/lib/env';
import { type Copies, isPageRead, pageCopies } from '@/lib/http/page-copy';
import { THEME_COOKIE } from '@/lib/session/vocabulary';
import { cookieIn, sessionTokensIn } from '@/lib/session-token';
import { organisationFace } from '@/lib/sign-up/directory';
import { resolveAddress } from '@/lib/tenant/tenant';

/**
 * Login pages of visitors without a session: all get the same until the organisation's name or logo changes. Those with
 * a query (`?next=`) lead on elsewhere, so they are rendered.
 */
export const loginCopies: Copies = {
  picks: (request) => /^\/(?:[a-z0-9-]+\/)?login$/.test(request.url ?? '') && isPageRead(request),
  answer: pageCopies(dependsOn),
};

async function dependsOn({ url = '', headers }: IncomingMessage) {
  const { cookie = null, host = '', 'x-forwarded-host': forwarded } = headers;
  if (sessionTokensIn(cookie).length > 0 || Array.isArray(forwarded)) return null;
  const address = resolveAddress(forwarded ?? host, url, env.rootDomain);
  if (address.kind === 'foreign' || !address.orgKey || address.route !== 'login') return null;
  const shown = await organisationFace(address.orgKey);
  // Without one it is a former key, or nobody's.
  if (!shown) return null;
  const theme = cookieIn(cookie, THEME_COOKIE);
  const asked = {
    host,
    ...(forwarded && { 'x-forwarded-host': forwarded }),
    ...(theme && { cookie: `${THEME_COOKIE}=${theme}` }),
  };
  return { asked, shown };
}
