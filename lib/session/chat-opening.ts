import 'server-only';
import { withinRate } from '@/lib/contract/rate';
import { deadline, withinDeadline } from '@/lib/deadline';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';
import { connectionOf, sessionInCookie } from '@/lib/session/caller';
import { CHAT_PATH, openChatSession } from '@/lib/session/chat-sessions';
import { reported } from '@/lib/session/transport';
import { chatCookieLine } from '@/lib/session-token';
import { cut } from '@/lib/text';

/** Besides, an address may say what is shown, and who shows it. */
const KEPT = ['room', 'message', 'parent'] as const;

/**
 * `GET /embed/chat?token=…`: 303 to the same address without it, with the frame's cookie. No script, log or `Referer`
 * meets the token. One that does not count leads there too, where the page says that the chat was not opened; where the
 * browser is signed in on this host, none counts but what its own session asked for. On a host of its own the chat cannot
 * know whose browser it is: there it opens in a frame alone, and `frame-ancestors` says in whose.
 */
export async function chatOpeningRoute(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const left = new URLSearchParams();
  for (const name of KEPT) {
    const value = searchParams.get(name);
    if (value !== null) left.set(name, cut(value, 200));
  }
  const headers = new Headers({
    Location: left.size ? `${CHAT_PATH}?${left}` : CHAT_PATH,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
  try {
    const client = connectionOf(request.headers);
    await withinRate('anonymous', client.ip ?? 'unknown');
    // Who follows a link with somebody else's token would write in that one's name, and be read by them.
    const own = await sessionInCookie(request.headers);
    if (env.chatUrl && request.headers.get('sec-fetch-dest') === 'document')
      throw new DomainError('forbidden', 'The chat opens inside the application. Open it there.');
    const opened = await withinDeadline(deadline('write'), () =>
      openChatSession(searchParams.get('token') ?? '', client, own),
    );
    headers.set('Set-Cookie', chatCookieLine(opened.jwt, opened.seconds));
  } catch (error) {
    reported(error, 'chat frame');
  }
  return new Response(null, { status: 303, headers });
}
