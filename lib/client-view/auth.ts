import 'server-only';
import type { ViewEnding } from '@/lib/client-view/schema';
import { withHeaders } from '@/lib/contract/endpoint';
import { sessionEnded } from '@/lib/errors';
import type { Caller } from '@/lib/org';
import { isLive } from '@/lib/session/sessions';
import { closeView } from '@/lib/session/view-sessions';
import { viewCookieLine } from '@/lib/session-token';

/** By the view itself, also one that is over, or the session that it hangs on. */
export async function endView(caller: Caller): Promise<ViewEnding> {
  if (!caller.view && !(await isLive(caller.sid))) throw sessionEnded();
  await closeView(caller, caller.sid);
  return withHeaders({ ended: true as const }, { 'Set-Cookie': viewCookieLine(null) });
}
