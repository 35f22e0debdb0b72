import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SECURITY_CASES, WITHOUT_TEST } from '@/lib/test/security-cases';

/** Which security case has which tests: the ids stand at the beginning of their names. */

const ROOT = join(import.meta.dirname, '..');
const NAME = /\b(?:test|describe)(?:[.]\w+)*(?:\([^\n]*?\)|`[^`]*`)?\(\s*(['"`])((?:[A-Z]+\d{2} )+)/g;

function idsInTests(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const folder of ['lib', 'scripts', 'app', 'components', 'e2e'])
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, name);
      if (!/[.](test|part|spec)[.]tsx?$/.test(file)) continue;
      const source = readFileSync(join(ROOT, file), 'utf8');
      // A table's rows stand between `each` and the name.
      const names = [
        ...source.matchAll(NAME),
        ...source.matchAll(/^\s*\]\s*(?:as const)?\s*\)\(\s*(['"`])((?:[A-Z]+\d{2} )+)/gm),
      ];
      for (const [, , ids = ''] of names)
        for (const id of ids.trim().split(' ')) found.set(id, [...(found.get(id) ?? []), file]);
    }
  return found;
}

test('every security case of the groups A, S, R, I, F and P has a test that carries its id, or a reason to have none', () => {
  const tested = idsInTests();
  const ids = Object.keys(SECURITY_CASES);
  const lines = ids.map((id) => `${id} ${tested.get(id)?.length ?? WITHOUT_TEST[id] ?? 'NO TEST'}`);
  console.info(`tests by case: ${lines.join(' · ')}`);
  expect(ids.filter((id) => !tested.has(id) && !WITHOUT_TEST[id])).toEqual([]);
  expect(
    Object.keys(WITHOUT_TEST).filter((id) => tested.has(id)),
    'these have tests now',
  ).toEqual([]);
  expect(
    [...tested.keys()].filter((id) => /^[ASRIFP]\d/.test(id) && !SECURITY_CASES[id]),
    'no such case',
  ).toEqual([]);
});
