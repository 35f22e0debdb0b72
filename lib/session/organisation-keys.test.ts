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

  test('begins with a letter, and is not what will be a URL, or looks like it', () => {
    for (const key of 'index users tasks verify invite accept join health metrics new me constructor u5ers inv1te'.split(
      ' ',
    ))
      expect([key, keyProblem(key)]).toEqual([key, expect.stringMatching(/reserved for the application/)]);
    for (const key of ['12', '3m', '7-eleven', '2024']) expect(keyProblem(key)).toMatch(/start with a letter/);
  });

  test('that an organisation has already goes on counting', () => {
    for (const key of ['users', 'projects', '3m']) expect(isOrgKey(key)).toBe(true);
  });
});
