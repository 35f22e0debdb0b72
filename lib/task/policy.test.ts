import { describe, expect, test } from 'vitest';
import type { Actor } from '@/lib/permission/policy';
import { ROLES, type Role } from '@/lib/permission/schema';
import {
  canAssign,
  canBeAssigned,
  canComment,
  canCreateTask,
  canDeleteTask,
  canEditTask,
  canMoveTask,
  canSetAudience,
  hearsOf,
  taskRights,
} from '@/lib/task/policy';

/** Rows 26 to 33 of the permissions document, every role with its explicit no. */

const ME = 'me';
const actor = (role: Role, projectIds = ['web']): Actor => ({ memberId: ME, role, projectIds });
const task = (own: { createdById?: string; assigneeIds?: string[]; audience?: string } = {}) => ({
  projectId: 'web',
  createdById: 'somebody',
  assigneeIds: ['somebody'],
  audience: 'client',
  ...own,
});
const MINE = task({ createdById: ME });
const ASSIGNED = task({ assigneeIds: [ME] });
const FOREIGN = task();

type Allowed = Record<Role, boolean>;
const only = (...roles: Role[]): Allowed =>
  Object.fromEntries(ROLES.map((role) => [role, roles.includes(role)])) as Allowed;
const TEAM: Role[] = ['admin', 'subadmin', 'team_leader', 'user'];
const LEADS: Role[] = ['admin', 'subadmin', 'team_leader'];

const RULES: [string, (actor: Actor) => boolean, Allowed][] = [
  ['create a task in one’s project', (a) => canCreateTask(a, 'web'), only(...TEAM)],
  ['create a task elsewhere', (a) => canCreateTask(a, 'other'), only('admin', 'subadmin')],
  ['edit a foreign task', (a) => canEditTask(a, FOREIGN), only(...LEADS)],
  ['edit a task one created', (a) => canEditTask(a, MINE), only(...TEAM)],
  ['edit a task one is assigned to', (a) => canEditTask(a, ASSIGNED), only(...TEAM)],
  ['move a foreign task', (a) => canMoveTask(a, FOREIGN), only(...LEADS)],
  ['move a task one created', (a) => canMoveTask(a, MINE), only(...TEAM)],
  ['move a task one is assigned to', (a) => canMoveTask(a, ASSIGNED), only(...TEAM)],
  ['assign others to a foreign task', (a) => canAssign(a, FOREIGN, ['other']), only(...LEADS)],
  ['assign others to a task one is assigned to', (a) => canAssign(a, ASSIGNED, ['other']), only(...LEADS)],
  ['assign others to a task one created', (a) => canAssign(a, MINE, ['other']), only(...TEAM)],
  ['assign oneself with others to a foreign task', (a) => canAssign(a, FOREIGN, [ME, 'other']), only(...LEADS)],
  ['assign oneself to a foreign task', (a) => canAssign(a, FOREIGN, [ME]), only(...TEAM)],
  ['delete a foreign task', (a) => canDeleteTask(a, FOREIGN), only(...LEADS)],
  ['delete a task one is assigned to', (a) => canDeleteTask(a, ASSIGNED), only(...LEADS)],
  ['delete a task one created', (a) => canDeleteTask(a, MINE), only(...TEAM)],
  ['show a foreign task to the client', (a) => canSetAudience(a, FOREIGN), only(...LEADS)],
  ['show a task one is assigned to to the client', (a) => canSetAudience(a, ASSIGNED), only(...LEADS)],
  ['show a task one created to the client', (a) => canSetAudience(a, MINE), only(...TEAM)],
  ['comment', (a) => canComment(a, FOREIGN), only(...TEAM, 'client')],
  ['comment on an internal task', (a) => canComment(a, task({ audience: 'internal' })), only(...TEAM)],
];

describe.each(RULES)('to %s', (_what, rule, allowed) => {
  test.each(ROLES)('is decided for a %s', (role) => expect(rule(actor(role))).toBe(allowed[role]));
});

describe('work is given', () => {
  const person = (role: Role, changes = {}) => ({ role, active: true, member: true, ...changes });

  test.each(ROLES)('to a %s of the project only if they are of the team', (role) =>
    expect(canBeAssigned(person(role))).toBe(only(...TEAM)[role]),
  );

  test.each(ROLES)('to a %s outside the project only if they see it anyway', (role) =>
    expect(canBeAssigned(person(role, { member: false }))).toBe(only('admin', 'subadmin')[role]),
  );

  test('to nobody who is pending, rejected or deactivated', () => {
    expect(canBeAssigned(person('user', { active: false }))).toBe(false);
    expect(canBeAssigned(person('admin', { active: false }))).toBe(false);
  });
});

test.each(ROLES)('news reaches a %s who sees the thing, and no other', (role) => {
  const sees = { role, active: true, member: true };
  expect(hearsOf(sees, 'client')).toBe(true);
  expect(hearsOf(sees, 'internal')).toBe(role !== 'client');
  expect(hearsOf({ ...sees, member: false }, 'client')).toBe(only('admin', 'subadmin', 'observer')[role]);
  expect(hearsOf({ ...sees, active: false }, 'client')).toBe(false);
});

test('in the bin nothing is offered but the way back', () => {
  expect(Object.entries(taskRights(actor('user'), MINE, { deletedById: ME })).filter(([, may]) => may)).toEqual([
    ['delete', true],
  ]);
  expect(Object.values(taskRights(actor('user'), MINE)).every(Boolean)).toBe(true);
  expect(Object.values(taskRights(actor('observer'), MINE)).some(Boolean)).toBe(false);
});
