import type pg from 'pg';
import sharp from 'sharp';
import { withAuth } from '@/lib/auth';
import type { organisationEndpoints } from '@/lib/organisation/endpoints';
import { issueCode } from '@/lib/session/codes';
import type { Example, Examples } from '@/lib/test/example';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { SPARE_NAME } from '@/lib/test/spare-organisation';

const VERSION = 7;

const KEYS = ['acme', 'globex'] as const;

let made = 0;

async function reset(owner: pg.ClientBase): Promise<void> {
  for (const key of KEYS) {
    const id = fixtureId(key);
    await owner.query('delete from former_key where organisation_id = $1', [id]);
    const version = id.replaceAll('-', '');
    await owner.query(
      `insert into organisation_logo (org_id, version, webp, png) values ($1, $2, '\\x00', '\\x00')
       on conflict (org_id) do update set version = excluded.version`,
      [id, version],
    );
    await owner.query(
      `update organisation set key = $2, version = $3, join_rule = 'approval', join_domains = '{known.example}', logo = $4
        where id = $1`,
      [id, key, VERSION, version],
    );
  }
}

const about = (fields: () => unknown | Promise<unknown> = () => undefined, seat = 'acme.admin'): Example => ({
  seat,
  make: async (owner) => {
    await reset(owner);
    await owner.query(`update person set password_hash = (select password_hash from person where email = 'gone@acme.test')
      where email in ('admin@acme.test', 'admin@globex.test')`);
    const body = await fields();
    return body === undefined ? { query: {} } : { body };
  },
});

export const pngFile = async (name = 'logo.png') =>
  new File(
    [
      new Uint8Array(
        await sharp({
          create: { width: 300, height: 150, channels: 4, background: { r: 20, g: 90, b: 200, alpha: 1 } },
        })
          .png()
          .toBuffer(),
      ),
    ],
    name,
    { type: 'image/png' },
  );

export const examples: Examples<typeof organisationEndpoints> = {
  'GET organisation': about(),
  'PUT organisation': about(() => ({
    version: VERSION,
    name: `Acme Studio ${++made}`,
    tint: 'c3',
    working_days: [1, 2, 3, 4],
    holidays: ['2026-12-25', '2026-01-01'],
  })),
  'POST organisationLogo': about(async () => ({ file: await pngFile() })),
  'DELETE organisationLogo': about(),
  'GET keyStanding': {
    seat: 'acme.admin',
    make: async (owner) => {
      await reset(owner);
      return { query: { key: 'quite-another' } };
    },
  },
  'POST changeOrganisationKey': about(() => ({ sub_domain: `moved-${++made}q`, current_password: PASSWORD })),
  'PUT joinRule': about(() => ({ version: VERSION, join_rule: 'domains' })),
  'POST joinDomain': about(() => ({ email: `ann@works${++made}.example` })),
  'POST confirmJoinDomain': about(async () => {
    const email = `ann@works${++made}.example`;
    const otp = await withAuth(null, (auth) =>
      issueCode(auth, { purpose: 'domain', email, orgKey: fixtureId('acme') }),
    );
    return { email, otp };
  }),
  'DELETE joinDomain': {
    seat: 'acme.admin',
    make: async (owner) => {
      await reset(owner);
      return { query: { domain: 'known.example' } };
    },
  },
  'GET securityRules': about(),
  'PUT securityRules': {
    ...about(() => ({ requires_second_factor: false, current_password: PASSWORD })),
    idle: 'the rule may be so already',
  },
  'POST deleteOrganisation': {
    seat: 'spare.admin',
    make: async () => ({ body: { name: SPARE_NAME, current_password: PASSWORD } }),
  },
  'POST restoreOrganisation': {
    seat: 'spare.admin',
    make: async () => ({ body: {} }),
    idle: 'nothing happens to an organisation that is open',
  },
};
