import 'server-only';
import { defineEndpoints, query } from '@/lib/contract/endpoint';
import { readToday } from '@/lib/today/queries';
import { TodayRecord } from '@/lib/today/schema';
import { Nothing } from '@/lib/validation';

export const todayEndpoints = defineEndpoints({
  'GET today': query(
    Nothing,
    TodayRecord,
    'session',
    (caller) => readToday(caller),
    'One’s day in all of one’s organisations: what is unread, which tasks are due, in which rooms something was said. A token of a program reads its own organisation.',
  ),
});
