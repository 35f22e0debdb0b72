import 'server-only';
import { defineEndpoints, list } from '@/lib/contract/endpoint';
import { listWaiting } from '@/lib/waiting/queries';
import { ListWaiting, WaitingItem } from '@/lib/waiting/schema';

export const waitingEndpoints = defineEndpoints({
  'GET waitingForMe': list(
    ListWaiting,
    WaitingItem,
    'dashboard.view',
    listWaiting,
    'Everything that needs the caller: sign-offs, people to approve, role requests, questions and requests',
  ),
});
