import 'server-only';
import { defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { getCurrentMember, listMembers, listPickable } from '@/lib/member/queries';
import { CurrentMember, ListedPerson, ListMembers, ListPickable } from '@/lib/member/schema';
import { DURING_ALL_SETUP } from '@/lib/org';
import { PersonBadge } from '@/lib/person/schema';
import { Nothing } from '@/lib/validation';

export const memberEndpoints = defineEndpoints({
  'GET loggedInUser': query(
    Nothing,
    CurrentMember,
    'profile.own',
    getCurrentMember,
    'The caller’s own record, organisation and permissions.',
    { allowedDuring: DURING_ALL_SETUP },
  ),
  'GET userList': list(
    ListMembers,
    ListedPerson,
    'people.list',
    listMembers,
    'People of the organisation that the caller’s role may see.',
  ),
  'GET assigneeList': list(
    ListPickable,
    PersonBadge,
    'people.pick',
    listPickable,
    'People of a project to assign or to mention.',
  ),
});
