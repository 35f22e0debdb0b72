import 'server-only';
import { command, defineEndpoints, query } from '@/lib/contract/endpoint';
import { NotificationsMarked } from '@/lib/notification/schema';
import { markToday } from '@/lib/today/auth';
import { readToday } from '@/lib/today/queries';
import { MarkToday, TodayRecord } from '@/lib/today/schema';
import { Nothing } from '@/lib/validation';

export const todayEndpoints = defineEndpoints({
  'GET today': query(
    Nothing,
    TodayRecord,
    'session',
    (caller) => readToday(caller),
    'One’s day in all of one’s organisations: what is unread, which tasks are due, in which rooms something was said. A token of a program reads its own organisation.',
  ),
  'POST markToday': command(
    MarkToday,
    NotificationsMarked,
    'session',
    markToday,
    'Marks rows of one’s inbox in any of one’s organisations, as `markNotifications` does in that of the session. A token of a program reaches its own.',
  ),
});
