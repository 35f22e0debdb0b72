import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  AUDIT_ACTIONS,
  AUDIT_GROUPS,
  auditActionsOf,
  auditSentence,
  auditWords,
  changesInWords,
} from '@/lib/audit/vocabulary';

/** Every kind of line has words, and whatever stands in a line can be read. */

const sources = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^test\//.test(file))
  .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'));

describe('G02 the words', () => {
  const written = new Set(
    sources.flatMap((source) => [
      ...[...source.matchAll(/\baction: '([a-z_]+(?:\.[a-z_]+)?)'/g)].map(([, action]) => action as string),
      // Chosen among several, or named once for a file.
      ...[...source.matchAll(/\b(?:action|ACTION) = (?:\w+ \? )?'([a-z_.]+)'(?: : '([a-z_.]+)')?/g)].flatMap(
        ([, one, other]) => [one as string, ...(other ? [other] : [])],
      ),
      ...[...source.matchAll(/\baudit\(db, seat, '([a-z_.]+)'/g)].map(([, action]) => action as string),
    ]),
  );

  test('are there for every action that the program writes', () => {
    expect(written.size).toBeGreaterThan(30);
    expect([...written].filter((action) => !Object.hasOwn(AUDIT_ACTIONS, action)).sort()).toEqual([]);
  });

  test('put every action into one group', () => {
    const grouped = AUDIT_GROUPS.flatMap(auditActionsOf);
    expect(grouped.sort()).toEqual(Object.keys(AUDIT_ACTIONS).sort());
    for (const group of AUDIT_GROUPS) expect(auditActionsOf(group).length, group).toBeGreaterThan(0);
  });
});

describe('a sentence', () => {
  const line = { actor: 'Ada', target: 'Bob', before: null, after: null };

  test('names roles as the screens do', () => {
    expect(
      auditSentence({ ...line, action: 'member.role', before: { role: 'user' }, after: { role: 'team_leader' } }),
    ).toBe('Ada changed the role of Bob from User to Team Leader');
  });

  test('survives what is missing, unknown or hostile', () => {
    expect(auditSentence({ ...line, actor: null, action: 'sign_in' })).toBe('Somebody signed in');
    expect(auditSentence({ ...line, target: null, action: 'never.heard_of' })).toBe('Ada: never heard of');
    expect(auditSentence({ ...line, target: '{actor} $& {x}', action: 'member.approve' })).toBe(
      'Ada let {actor} $& {x} in',
    );
    for (const name of ['constructor', '__proto__', 'toString']) expect(auditWords(name).group).toBeNull();
  });
});

test('changes stand side by side, field by field', () => {
  expect(changesInWords({ role: 'user', open: true }, { role: 'admin', tags: ['a', 'b'], note: null })).toEqual([
    { field: 'Role', from: 'User', to: 'Admin' },
    { field: 'Open', from: 'yes', to: null },
    { field: 'Tags', from: null, to: 'a, b' },
    { field: 'Note', from: null, to: 'none' },
  ]);
});
