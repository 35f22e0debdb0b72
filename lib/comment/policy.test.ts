import { describe, expect, test } from 'vitest';
import { audienceOfComment, canDeleteComment, canEditComment } from '@/lib/comment/policy';
import { ROLES, type Role } from '@/lib/permission/schema';

const actor = (role: Role) => ({ memberId: 'me', role, projectIds: ['web'] });
const own = { authorId: 'me', leaderId: 'somebody' };
const foreign = { authorId: 'somebody', leaderId: 'somebody' };
const ledByMe = { authorId: 'somebody', leaderId: 'me' };

/** Row 34, every role: own edit, own delete, other's edit, other's delete, other's delete in a project one leads. */
const ROW: Record<Role, boolean[]> = {
  admin: [true, true, false, true, true],
  subadmin: [true, true, false, true, true],
  team_leader: [true, true, false, false, true],
  user: [true, true, false, false, false],
  client: [true, true, false, false, false],
  observer: [false, false, false, false, false],
};

test.each(ROLES)('R01 a %s changes its own comments, and deletes others’ where it leads', (role) => {
  const who = actor(role);
  expect([
    canEditComment(who, own),
    canDeleteComment(who, own),
    canEditComment(who, foreign),
    canDeleteComment(who, foreign),
    canDeleteComment(who, ledByMe),
  ]).toEqual(ROW[role]);
});

describe('a comment is read', () => {
  const team = { role: 'user' as const };
  const client = { role: 'client' as const };

  test('by the team alone, unless somebody says otherwise', () => {
    expect(audienceOfComment(team, { task: 'client' })).toBe('internal');
    expect(audienceOfComment(team, { task: 'client', internal: true })).toBe('internal');
    expect(audienceOfComment(team, { task: 'client', internal: false })).toBe('client');
  });

  test('by the team alone on an internal task, and below an internal comment', () => {
    expect(audienceOfComment(team, { task: 'internal', internal: false })).toBe('internal');
    expect(audienceOfComment(team, { task: 'client', internal: false, parent: 'internal' })).toBe('internal');
  });

  test('by everybody if a client wrote it', () => {
    expect(audienceOfComment(client, { task: 'client' })).toBe('client');
    expect(audienceOfComment(client, { task: 'client', parent: 'client' })).toBe('client');
  });
});
