import 'server-only';
import { accessOf } from '@/lib/access/queries';
import { AccessOf, AccessRecord } from '@/lib/access/schema';
import { defineEndpoints, list } from '@/lib/contract/endpoint';

export const accessEndpoints = defineEndpoints({
  'GET accessOf': list(
    AccessOf,
    AccessRecord,
    'access.view',
    accessOf,
    'Who sees a task, a file, a room or a meeting and why, who does not and why not, and by which doors: as the database decides it',
  ),
});
