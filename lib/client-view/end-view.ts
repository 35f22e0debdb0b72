import 'server-only';
import type { ViewEnding } from '@/lib/client-view/schema';
import { withHeaders } from '@/lib/contract/endpoint';
import type { Caller } from '@/lib/org';
import { closeView } from '@/lib/session/view-sessions';
import { viewCookieLine } from '@/lib/session-token';

/** By the view itself, or the session that it hangs on. */
export async function endView(caller: Caller): Promise<ViewEnding> {
  await closeView(caller, caller.sid);
  return withHeaders({ ended: true as const }, { 'Set-Cookie': viewCookieLine(null) });
}
