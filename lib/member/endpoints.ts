import 'server-only';
import { type Endpoint, endpoint } from '@/lib/api/endpoint';
import { getCurrentMember, listMembers, listPickable } from '@/lib/member/queries';
import { CurrentMember, ListedPerson, ListMembers, ListPickable } from '@/lib/member/schema';
import { DESPITE_ALL } from '@/lib/org';
import { PersonBadge } from '@/lib/task/schema';
import { Nothing } from '@/lib/validation';

export const memberEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'loggedInUser',
    summary: 'The caller’s own record, organisation and permissions.',
    permission: 'profile.own',
    input: Nothing,
    output: CurrentMember,
    shape: 'record',
    message: 'Signed in.',
    despite: DESPITE_ALL,
    run: getCurrentMember,
  }),
  endpoint({
    method: 'GET',
    path: 'userList',
    summary: 'People of the organisation that the caller’s role may see.',
    permission: 'people.list',
    input: ListMembers,
    output: ListedPerson,
    shape: 'list',
    message: 'People.',
    run: listMembers,
  }),
  endpoint({
    method: 'GET',
    path: 'assigneeList',
    summary: 'People of a project to assign or to mention.',
    permission: 'people.pick',
    input: ListPickable,
    output: PersonBadge,
    shape: 'list',
    message: 'People of the project.',
    run: listPickable,
  }),
];
