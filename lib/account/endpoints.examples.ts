import { TOTP } from 'otpauth';
import type pg from 'pg';
import sharp from 'sharp';
import type { profileEndpoints } from '@/lib/account/endpoints';
import type { securityEndpoints } from '@/lib/account/endpoints.security';
import { withAuth } from '@/lib/auth';
import { stepOf } from '@/lib/person/totp';
import { seal } from '@/lib/seal';
import { issueCode } from '@/lib/session/codes';
import { type Example, type Examples, restorePasswords } from '@/lib/test/example';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { bearer } from '@/lib/test/wire';
import { newId } from '@/lib/validation';

const read: Example = { seat: 'acme.user', make: async () => ({ query: {} }) };

/** Examples that need a second factor use the observer. */
const SEAT = 'acme.observer';

const ADDRESS = 'observer@acme.test';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const personOf = async (owner: pg.ClientBase) =>
  (await owner.query('select person_id from member where id = $1', [fixtureId(SEAT)])).rows[0].person_id as string;

async function observer(owner: pg.ClientBase, state: 'none' | 'begun' | 'on'): Promise<string> {
  const person = await personOf(owner);
  await owner.query('update person set totp_secret = null, totp_enabled_at = null, totp_last_step = null');
  await owner.query('update person set pending_email = null, pending_email_at = null');
  await owner.query('update person set email = $2 where id = $1', [person, ADDRESS]);
  await owner.query('update member set email = $2 where person_id = $1', [person, ADDRESS]);
  await restorePasswords(owner);
  await owner.query('delete from rate_limit');
  await bearer(SEAT);
  if (state !== 'none')
    await owner.query('update person set totp_secret = $2, totp_enabled_at = $3 where id = $1', [
      person,
      seal(SECRET),
      state === 'on' ? new Date() : null,
    ]);
  return person;
}

const byObserver = (fields: (owner: pg.ClientBase) => Promise<unknown>): Example => ({
  seat: SEAT,
  make: async (owner) => ({ body: await fields(owner) }),
});

const STEP_MS = 30_000;

/** `later`: steps from now. */
export const totpCode = (secret: string, later = 0) => {
  const code = new TOTP({ secret }).generate({ timestamp: Date.now() + later * STEP_MS });
  if (stepOf(secret, code, Date.now() + later * STEP_MS) === null) throw new Error('This code is none.');
  return code;
};

const session = async (owner: pg.ClientBase, seat: string) => {
  const id = newId();
  await owner.query(
    `insert into session (id, org_id, member_id, kind, expires_at)
     select $1, org_id, id, 'browser', now() + interval '1 hour' from member where id = $2`,
    [id, fixtureId(seat)],
  );
  return id;
};

let made = 0;

const seat = 'acme.client2';

/** In pixels; one colour, with a place and a camera in its metadata. */
export async function pictureFile(
  format: 'png' | 'jpeg' | 'webp' = 'png',
  { width = 80, height = 60, orientation = 1 } = {},
): Promise<File> {
  const background = { r: (made * 37) % 256, g: ++made % 256, b: 120 };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Make: 'Camera of Ann', Copyright: 'Ann' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
  return new File([new Uint8Array(bytes)], `me.${format}`, { type: `image/${format}` });
}

export const examples: Examples<typeof securityEndpoints & typeof profileEndpoints> = {
  'GET ownSecurity': read,
  'POST totp': byObserver(async (owner) => {
    await observer(owner, 'none');
    return { current_password: PASSWORD };
  }),
  'POST confirmTotp': {
    ...byObserver(async (owner) => {
      await observer(owner, 'begun');
      return { code: totpCode(SECRET) };
    }),
    about: { about: 'personal', hands: ['observer'], unseen: 409 },
  },
  'POST disableTotp': {
    ...byObserver(async (owner) => {
      await observer(owner, 'on');
      return { current_password: PASSWORD, code: totpCode(SECRET) };
    }),
    about: { about: 'personal', hands: ['observer'], unseen: 409 },
  },
  'POST recoveryCodes': {
    ...byObserver(async (owner) => {
      await observer(owner, 'on');
      return { current_password: PASSWORD };
    }),
    about: { about: 'personal', hands: ['observer'], unseen: 409 },
  },
  'GET ownSessions': read,
  'DELETE session/{id}': {
    seat: 'acme.user',
    make: async (owner) => ({ path: `session/${await session(owner, 'acme.user')}` }),
    about: { about: 'personal', hands: ['user'] },
  },
  'POST endOtherSessions': byObserver(async (owner) => {
    await owner.query(
      `insert into session (id, org_id, member_id, kind, expires_at)
       select gen_random_uuid(), org_id, id, 'browser', now() + interval '1 hour' from member`,
    );
    return {};
  }),
  'POST changeAddress': byObserver(async (owner) => {
    await observer(owner, 'none');
    return { email: `moved${++made}@new.test`, current_password: PASSWORD };
  }),
  'POST confirmAddress': {
    ...byObserver(async (owner) => {
      const person = await observer(owner, 'none');
      const email = `moved${++made}@new.test`;
      await owner.query('update person set pending_email = $2, pending_email_at = now() where id = $1', [
        person,
        email,
      ]);
      return { otp: await withAuth(null, (auth) => issueCode(auth, { purpose: 'email', email, orgKey: person })) };
    }),
    about: { about: 'personal', hands: ['observer'], unseen: 409 },
  },
  'POST cancelAddress': byObserver(async (owner) => {
    await owner.query(`update person set pending_email = 'waits@new.test', pending_email_at = now()`);
    return {};
  }),
  'GET profile': { seat, make: async () => ({ query: {} }) },
  'PUT profile': {
    seat,
    make: async () => ({
      body: {
        name: `client2 of acme ${++made}`,
        locale: 'de-DE',
        time_zone: 'Europe/Berlin',
        working_days: [1, 2, 3, 4],
        theme: 'dark',
        single_keys: false,
      },
    }),
  },
  'POST profilePicture': {
    seat,
    make: async () => ({ body: { file: await pictureFile(), x: 10, y: 0, size: 60 } }),
  },
  'DELETE profilePicture': { seat, make: async () => ({ query: {} }) },
  'POST downloadOwnData': { seat, make: async () => ({ body: {} }) },
  'POST prepareOwnData': { seat, make: async () => ({ body: {} }) },
};
