import { describe, expect, test } from 'vitest';
import { audienceOfComment, canDeleteComment, canEditComment, mentionedIn } from '@/lib/comment/policy';
import { ROLES, type Role } from '@/lib/permission/schema';
import { effortOf } from '@/lib/test/effort';

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

describe('@name', () => {
  const people = ['Ann', 'Ann Lee', 'Zoë Müller', 'Bob', 'İpek', 'J. R. (Bob) O’Hara'].map((name) => ({
    id: name,
    name,
  }));
  const named = (text: string) => mentionedIn(text, people).map(({ name }) => name);

  test.each([
    ['@Ann', ['Ann']],
    ['@ann lee, please', ['Ann Lee']],
    ['@Ann Leeds', ['Ann']],
    ['@Anna', []],
    ['ask (@bob) or @ZOË MÜLLER!', ['Bob', 'Zoë Müller']],
    ['@Bob and @Bob', ['Bob']],
    ['bob@ann.test', []],
    ['@@Ann', ['Ann']],
    ['@İpek', ['İpek']],
    ['@J. R. (Bob) O’Hara?', ['J. R. (Bob) O’Hara']],
    ['@nobody @ @', []],
    ['', []],
  ])('in %j calls %j', (text, names) => expect(named(text)).toEqual(names));

  test('V06 fifty kilobytes of @ do not stall', async () => {
    const crowd = Array.from({ length: 500 }, (_, at) => ({
      id: `${at}`,
      name: `@person ${'x'.repeat(at % 60)}${at}`,
    }));
    const effort = await effortOf(() => {
      for (const text of ['@', '@@person ', '@person x'])
        mentionedIn(text.repeat(50_000 / text.length), [...crowd, ...people]);
    });
    expect(effort).toBeLessThan(100);
  });
});
