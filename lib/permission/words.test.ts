import { describe, expect, test } from 'vitest';
import { PERMISSIONS, ROLES } from '@/lib/permission/schema';
import { rightsInWords, roleChangeInWords, roleChangeToYou, SCOPE_IN_WORDS } from '@/lib/permission/words';

/** The permission table in words is the permission table: nothing left out, nothing written twice. */

const groups = rightsInWords();
const rows = groups.flatMap(({ rights }) => rights);

describe('the table of roles', () => {
  test('has every right once, as the program obeys it', () => {
    expect(rows.map(({ action }) => action).sort()).toEqual(Object.keys(PERMISSIONS).sort());
    for (const { action, scopes } of rows) expect(scopes).toEqual(PERMISSIONS[action]);
  });

  test('says each in words of its own that begin a sentence', () => {
    for (const { can, action } of rows) expect(can, action).toMatch(/^[A-Z][^.]{3,90}$/);
    expect(new Set(rows.map(({ can }) => can)).size).toBe(rows.length);
  });

  test('has words for every reach', () => {
    for (const { scopes } of rows) for (const role of ROLES) expect(SCOPE_IN_WORDS[scopes[role]]).toBeTruthy();
  });

  test('puts nothing under a heading that is not its own', () => {
    for (const { heading, rights } of groups.slice(-1))
      for (const { action } of rights) expect(action, heading).toMatch(/^realtime\./);
  });
});

test('a change of role names what is gained and lost, and nothing where it is the same', () => {
  expect(roleChangeInWords('user', 'user')).toEqual({ gained: [], narrowed: [], lost: [] });
  expect(roleChangeInWords('user', 'admin').gained).toContain('read and export the audit log, everywhere');
  expect(roleChangeInWords('admin', 'user').lost).toContain('read and export the audit log');
  for (const from of ROLES)
    for (const to of ROLES) {
      const { gained, narrowed, lost } = roleChangeInWords(from, to);
      const kept = narrowed.map((right) => right.split(',')[0]);
      // Nothing is lost that stays in part, and what stays says how far.
      for (const right of lost) expect(kept, `${from} to ${to}`).not.toContain(right);
      for (const right of narrowed) expect(right).toMatch(/, (in|their|read only|if shared)/);
      expect(new Set([...gained, ...narrowed, ...lost]).size).toBe(gained.length + narrowed.length + lost.length);
    }
  const { narrowed } = roleChangeToYou('admin', 'team_leader');
  expect(narrowed).toContain('change projects, in projects you lead');
  expect(narrowed.join()).not.toMatch(/\b(they|their)\b/);
});
