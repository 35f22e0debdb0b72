/** Which host serves the chat, and who may show it. Edge safe. */
import { env } from '@/lib/env';
import { isKnownHost } from '@/lib/tenant/tenant';

/** Origin of the chat's own host; null where it is on the same as everything else. */
export function chatOrigin(): string | null {
  if (!env.chatUrl) return null;
  const { origin } = new URL(env.chatUrl);
  return origin === new URL(env.appUrl).origin ? null : origin;
}

/** Of this application, under the name that is the chat's: nothing else is served there. */
export const isChatHost = (host: string): boolean => {
  const origin = chatOrigin();
  return origin !== null && new URL(origin).host === host.toLowerCase();
};

const OF_THE_CHAT = /^\/(?:embed\/chat(?:\/open)?|api\/.+|_next\/.+|healthz|favicon\.ico|icon\.svg)$/;

export const isServedThere = (pathname: string): boolean => OF_THE_CHAT.test(pathname);

/** Who may show the chat, as sources of a policy. */
export function chatAncestors(): string {
  const { origin, protocol, port } = new URL(env.appUrl);
  const own = env.rootDomain && ` ${protocol}//*.${env.rootDomain}${port && `:${port}`}`;
  return `'self' ${origin}${own ?? ''}`;
}

/** The origin that says it shows the chat, if it may; the frame speaks to that one alone. */
export function chatParent(given: string | null): string | null {
  if (!given || !URL.canParse(given)) return null;
  const { origin, host, protocol } = new URL(given);
  const known = isKnownHost(host, env.appUrl, env.rootDomain, env.mode !== 'production');
  return known && protocol === new URL(env.appUrl).protocol ? origin : null;
}
