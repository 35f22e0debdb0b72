import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyProblem } from '@/lib/session/organisation-keys';
import { isOrgKey, RESERVED_KEYS } from '@/lib/tenant/tenant';

/** First segments of the URLs that `app` answers: folders in brackets are groups, or the key itself. */
function addressesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      name.startsWith('(')
        ? addressesIn(join(folder, name))
        : name.startsWith('[') || name.startsWith('_')
          ? []
          : [name],
    );
}

describe('the key of an organisation', () => {
  test.each(addressesIn(join(import.meta.dirname, '../../app')))('is not a URL of the application: %s', (name) => {
    expect(RESERVED_KEYS.has(name.replace(/^[.]/, '').split('.')[0] as string), name).toBe(true);
  });

  test.each(
    'index users projects tasks files verify reset invite accept join health metrics cdn new me constructor u5ers inv1te'.split(
      ' ',
    ),
  )('is not what will be one, or looks like it: %s', (key) => {
    expect(keyProblem(key)).toMatch(/reserved for the application/);
  });

  test.each(['1', '12', '3m', '7-eleven', '2024'])('begins with a letter: %s', (key) => {
    expect(keyProblem(key)).toMatch(/start with a letter|at least 2/);
  });

  test('that an organisation has already goes on counting', () => {
    for (const key of ['users', 'projects', '3m']) expect(isOrgKey(key)).toBe(true);
  });
});
