import 'server-only';
import { databaseFailure } from '@/lib/database-errors';
import { setEmails } from '@/lib/notification/queries.settings';
import type { Ctx } from '@/lib/org';
import { seal, unseal } from '@/lib/seal';
import { withWorker } from '@/lib/worker';

/** Whose emails a link ends, without signing in. It says so itself: nothing is looked up for whoever follows it. */
type Link = { unsubscribe: { org_id: string; member_id: string; organisation: string } };

export const unsubscribeToken = ({ org, actor }: Ctx): string =>
  seal({ unsubscribe: { org_id: org.id, member_id: actor.memberId, organisation: org.name } } satisfies Link);

/** Null for a link that was changed, or whose secret is no longer configured. */
export function openUnsubscribe(token: string): Link['unsubscribe'] | null {
  try {
    return unseal<Partial<Link>>(token).unsubscribe ?? null;
  } catch {
    return null;
  }
}

/** False for a link that is none. A seat that is gone changes nothing. */
export async function switchEmails(token: string, emails: boolean): Promise<boolean> {
  const seat = openUnsubscribe(token);
  if (!seat) return false;
  try {
    await withWorker((db) => setEmails(db, seat, emails));
  } catch (error) {
    if (databaseFailure(error)?.code !== 'not_found') throw error;
  }
  return true;
}
