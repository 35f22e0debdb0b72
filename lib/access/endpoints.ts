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
    'Who sees a task, a file or a room and why, who does not and why not, and by which doors: as the database decides it',
  ),
});
