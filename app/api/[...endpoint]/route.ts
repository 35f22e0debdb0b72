import { callApi } from '@/lib/api/call';
import { takeCall } from '@/lib/api/direct';
import { forPlainForm } from '@/lib/api/plain-form';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';
import { takeRequestsBy } from '@/lib/http/direct';
import { isChatHost } from '@/lib/tenant/chat-host';
import { hostOf, isKnownHost } from '@/lib/tenant/tenant';

// Next loads all routes when a server starts.
takeRequestsBy(takeCall);

/** One route for all endpoints: `Task` and `task/{id}` differ only by case, so none has a folder of its own. */
const handle = async (request: Request) => {
  // The middleware says so too, but uploads do not pass it.
  const host = hostOf(request.headers);
  if (!isChatHost(host) && !isKnownHost(host, env.appUrl, env.rootDomain, env.mode !== 'production'))
    return new Response('This host is not served here.', { status: 421 });
  // Undecoded: an escaped slash must not separate segments.
  const { pathname } = new URL(request.url);
  return forPlainForm(request, await callApi(table, request, pathname.replace(/^\/api\//, '')));
};

export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE, handle as OPTIONS };
