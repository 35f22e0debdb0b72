import { call } from '@/components/query/api-client';
import { subjectIn } from '@/lib/notification/vocabulary.row';
import { linksOf } from '@/lib/tenant/organisation-path';

/** One reading has no more. */
const MOST = 200;

/**
 * Takes pushes of an organisation off this screen whose notifications were read or put away meanwhile, on whichever
 * device: the browser leaves them there until somebody does.
 */
export async function closeReadPushes(orgKey: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const own = linksOf(orgKey, null)('');
  const all = (await registration?.getNotifications()) ?? [];
  const shown = all.filter(({ data }) => String(data?.url).startsWith(own));
  if (shown.length === 0) return;
  const { docs } = await call('GET notificationList', { filter: 'unread', limit: MOST });
  // More may be unread than can be told here.
  if (docs.length === MOST) return;
  // Nor of what is pushed and comes into no inbox.
  const { events } = await call('GET notificationSettings', {});
  if (Object.values(events).some((one) => one.push && !one.in_app)) return;
  // Of a project that is gone, its id alone is left.
  const unread = new Set<unknown>(docs.flatMap((row) => [subjectIn(row), row.data.deleted_project_id]));
  for (const one of shown) if (!unread.has(one.tag)) one.close();
}
