import 'server-only';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { changeUserRole, decideApproval, decideRoleRequest, requestRole } from '@/lib/member/commands';
import { createAccount, createTeamMember, editAccount } from '@/lib/member/commands.accounts';
import { resetSecondFactor } from '@/lib/member/commands.factor';
import { deactivateMember, endMemberSessions, reactivateMember } from '@/lib/member/commands.state';
import type { CreatedRole } from '@/lib/member/policy';
import { listEverybody, listWithRole } from '@/lib/member/queries';
import { getApprovalQueue, getMemberDetail, getOwnRoleRequest } from '@/lib/member/queries.manage';
import { ListByRole, ListedPerson, MemberRecord } from '@/lib/member/schema';
import {
  AccountRecord,
  ApprovalQueue,
  ChangeRole,
  CreateAccount,
  CreateMember,
  DeactivateMember,
  DecideApproval,
  DecideRoleRequest,
  EditAccount,
  EditMember,
  EndMemberSessions,
  MemberDetail,
  MemberReference,
  OwnRoleRequest,
  RequestRole,
  RoleRequestRecord,
  SecondFactorReset,
  SessionsEnded,
} from '@/lib/member/schema.manage';
import { type Action, ROLE_LABEL, type Role } from '@/lib/permission/schema';
import { Nothing } from '@/lib/validation';

const listed = (summary: string, ...roles: Role[]) =>
  list(ListByRole, ListedPerson, 'people.list', listWithRole(...roles), summary);
const created = (role: CreatedRole, permission: Action) =>
  create(
    CreateAccount,
    AccountRecord,
    permission,
    createAccount(role),
    `Adds a ${ROLE_LABEL[role]} and sends them a link to choose a password.`,
  );
const edited = (role: CreatedRole) =>
  command(
    EditAccount,
    AccountRecord,
    'member.edit',
    editAccount(role),
    `Changes a ${ROLE_LABEL[role]}’s details and projects.`,
  );

export const memberManagementEndpoints = defineEndpoints({
  'GET allUserFromOrgs': list(
    ListByRole,
    ListedPerson,
    'people.list',
    listEverybody,
    'Every member, including pending, rejected and deactivated ones.',
  ),
  'GET employeelist': listed('Employees: users and team leaders.', 'user', 'team_leader'),
  'GET teamleader': listed('Team leaders.', 'team_leader'),
  'GET clientList': listed('Clients.', 'client'),
  'GET observerlist': listed('Observers.', 'observer'),
  'GET subadminList': listed('Sub-admins.', 'subadmin'),
  'POST createclient': created('client', 'client.create'),
  'PUT editClient/{id}': edited('client'),
  'POST createobserver': created('observer', 'observer.create'),
  'PUT editObserver/{id}': edited('observer'),
  'POST createsubadmin': created('subadmin', 'subadmin.create'),
  'PUT editsubadmin/{id}': edited('subadmin'),
  'POST createMember': create(
    CreateMember,
    AccountRecord,
    'member.create',
    createTeamMember,
    'Adds a team leader or a user and sends them a link to choose a password.',
  ),
  'PUT editMember/{id}': command(
    EditMember,
    AccountRecord,
    'member.edit',
    editAccount(null),
    'Changes the details of anybody below the caller, employees and team leaders included.',
  ),
  'POST userApproveOrReject': command(
    DecideApproval,
    MemberRecord,
    'member.approve',
    decideApproval,
    'Approves or rejects somebody who asked to join, with an optional reason.',
  ),
  'POST changeUserRoles': command(
    ChangeRole,
    MemberRecord,
    'member.role',
    changeUserRole,
    'Changes a member’s role immediately.',
  ),
  'GET approvalQueue': query(
    Nothing,
    ApprovalQueue,
    'member.approve',
    getApprovalQueue,
    'People who ask to join and members who ask for another role, if the caller may decide.',
  ),
  'GET requestRole': query(
    Nothing,
    OwnRoleRequest,
    'profile.own',
    getOwnRoleRequest,
    'The caller’s own open request for another role.',
  ),
  'POST requestRole': create(RequestRole, RoleRequestRecord, 'role.request', requestRole, 'Asks for another role.'),
  'POST decideRoleRequest': command(
    DecideRoleRequest,
    RoleRequestRecord,
    'member.role',
    decideRoleRequest,
    'Grants a request for another role, or declines it.',
  ),
  'GET memberDetail': query(
    MemberReference,
    MemberDetail,
    'users.view',
    getMemberDetail,
    'One person in full: projects, open work, sessions.',
  ),
  'POST deactivateMember': command(
    DeactivateMember,
    MemberRecord,
    'member.deactivate',
    deactivateMember,
    'Deactivates a member and reassigns their open tasks.',
  ),
  'POST reactivateMember': command(
    MemberReference,
    MemberRecord,
    'member.deactivate',
    reactivateMember,
    'Reactivates a member.',
  ),
  'POST endMemberSessions': command(
    EndMemberSessions,
    SessionsEnded,
    'member.deactivate',
    endMemberSessions,
    'Ends one or all sessions of a member.',
  ),
  'POST resetSecondFactor': command(
    MemberReference,
    SecondFactorReset,
    'member.second_factor',
    resetSecondFactor,
    'Switches off the second factor of somebody who lost it, signs them out everywhere and notifies them by email. An account ' +
      'of several organisations keeps it until each of them has done so.',
  ),
});
