import { beforeEach, describe, expect, test } from 'vitest';
import { findOrganisations, listDirectory } from '@/lib/sign-up/directory';
import { call, freshWorld, owner } from '@/lib/test/sign-up-calls';

freshWorld();

/** Another organisation, created and confirmed. */
const other = (key: string, name: string, listed = true) =>
  owner.query(
    `insert into organisation (id, key, name, verified_at, listed) values (gen_random_uuid(), $1, $2, now(), $3)`,
    [key, name, listed],
  );
const keys = (organisations: { sub_domain: string }[]) => organisations.map(({ sub_domain }) => sub_domain);

// Cyrillic А and с, full width, rn for m, a digit for a letter, accents: one glance.
const ALIKE = ['Acme Studio', 'ACME-studio', 'Аcmе Studiо', 'Ａcme Studio', 'Acrne Studi0', 'Àcmé Studio'];

describe('finding an organisation', () => {
  test('a key leads straight there, listed or not, and whatever is named like it', async () => {
    await other('decoy', 'acme');
    expect(await findOrganisations('ACME')).toEqual({ certain: 'acme', matches: [] });
    await other('hidden-one', 'Hidden', false);
    expect((await findOrganisations('hidden-one')).certain).toBe('hidden-one');
    expect(await findOrganisations('Hidden')).toEqual({ certain: null, matches: [] });
  });

  test('a name leads straight there only where nothing else could be meant', async () => {
    expect((await findOrganisations('Acme Studio')).certain).toBe('acme');
    await other('aaa-studio', 'Acme Studio');
    const { certain, matches } = await findOrganisations('acme studio');
    expect(certain).toBeNull();
    expect(keys(matches).sort()).toEqual(['aaa-studio', 'acme']);
  });

  test.each(ALIKE)('V11 %j stands beside the one that it looks like', async (name) => {
    await other('aaa-studio', name);
    for (const typed of ['Acme Studio', name]) {
      const { certain, matches } = await findOrganisations(typed);
      expect(certain).toBeNull();
      expect(keys(matches).sort()).toEqual(['aaa-studio', 'acme']);
    }
  });

  test('an organisation that left the directory is not shown, and no other takes its place', async () => {
    await owner.query(`update organisation set listed = false where key = 'acme'`);
    await other('aaa-studio', 'Acme Studio');
    const { certain, matches } = await findOrganisations('Acme Studio');
    expect([certain, keys(matches)]).toEqual([null, ['aaa-studio']]);
    await owner.query(`update organisation set listed = true where key = 'acme'`);
  });

  test('the best match stands first', async () => {
    await other('aaa', 'Not globex but Globex');
    expect(keys(await listDirectory('globex'))[0]).toBe('globex');
  });
});

describe('founding under a name that another one has', () => {
  beforeEach(() => owner.query('delete from rate_limit'));
  const standing = async (name: string) =>
    (await call('GET', 'organisationKey', { key: 'newco', name })).body.data as { named_alike: unknown; free: boolean };

  test.each(ALIKE)('V11 %j is warned of', async (name) => {
    expect(await standing(name)).toMatchObject({
      free: true,
      named_alike: { organisation_name: 'Acme Studio', sub_domain: 'acme' },
    });
  });

  test.each(['Acme', 'Studio', '東京', '!!!', 'Acme Studios'])('%j is not', async (name) => {
    expect((await standing(name)).named_alike).toBeNull();
  });
});
