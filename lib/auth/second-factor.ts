import 'server-only';
import type { Door } from '@/lib/api/endpoint';
import { countSecondFactor, forgetSecondFactor } from '@/lib/auth/limits';
import { reauthenticate } from '@/lib/auth/reauth';
import type { ConfirmTotp, DisableTotp, RecoveryCodes, TotpSetup } from '@/lib/auth/schema.security';
import {
  newRecoveryCodes,
  newTotpSecret,
  plainRecoveryCode,
  qrPath,
  recoveryHashes,
  stepOf,
  totpAddress,
} from '@/lib/auth/totp';
import { asRoleWithin, type Db } from '@/lib/db';
import { DomainError, invalidField } from '@/lib/errors';
import { queueMail } from '@/lib/mail/queue';
import type { Ctx } from '@/lib/org';
import { seal, unseal } from '@/lib/seal';
import { newId } from '@/lib/validation';

/** One's own second factor: an authenticator, and ten recovery codes for the day it is lost. */

type Stored = { email: string; totp_secret: string | null; enabled: boolean };

async function storedOf(db: Db, personId: string): Promise<Stored> {
  const [row] = await db.$queryRaw<Stored[]>`
    select email, totp_secret, totp_enabled_at is not null as enabled from person where id = ${personId}::uuid`;
  return row as Stored;
}

const already = () =>
  new DomainError(
    'conflict',
    'You have a second factor already. Switch it off first if you want to set up another authenticator.',
  );
const none = () => new DomainError('conflict', 'You have no second factor. Set one up first.');

function opened(sealed: string): string {
  try {
    return unseal<string>(sealed);
  } catch {
    throw new DomainError(
      'forbidden',
      'Your second factor was set up under a secret that this installation no longer has. Whoever runs it can help.',
    );
  }
}

const wrongCode = () =>
  invalidField('code', 'This code is not right, or it was used already. Enter the one that shows now.');

/** Begins: a new secret, which counts for nothing until a first code confirms it. Asks for the password again. */
export async function beginTotp(door: Door, { current_password }: { current_password: string }): Promise<TotpSetup> {
  const account = await reauthenticate(door, current_password);
  const secret = newTotpSecret();
  const sealed = seal(secret);
  const begun = await door(({ db }) =>
    asRoleWithin(
      db,
      'auth',
      (auth) => auth.$executeRaw`update person set totp_secret = ${sealed}, totp_last_step = null
        where id = ${account.personId}::uuid and totp_enabled_at is null`,
    ),
  );
  if (!begun) throw already();
  const address = totpAddress(secret, account.email);
  return { secret, address, qr: qrPath(address) };
}

/** Ends the set-up with a first code; from now on signing in asks for one. The recovery codes are shown this once. */
export async function confirmTotp(door: Door, { code }: ConfirmTotp): Promise<RecoveryCodes> {
  const personId = await door(async ({ actor }) => actor.personId);
  await countSecondFactor(personId);
  const codes = await door(async (ctx) => {
    const codes = await asRoleWithin(ctx.db, 'auth', async (auth) => {
      const stored = await storedOf(auth, personId);
      if (stored.enabled) throw already();
      if (!stored.totp_secret) throw new DomainError('conflict', 'The set-up has not begun. Begin it anew.');
      const step = stepOf(opened(stored.totp_secret), code);
      if (step === null) throw wrongCode();
      const enabled = await auth.$executeRaw`update person set totp_enabled_at = now(), totp_last_step = ${step}
        where id = ${personId}::uuid and totp_enabled_at is null and totp_secret = ${stored.totp_secret}`;
      if (!enabled) throw already();
      return replaceRecoveryCodes(auth, personId);
    });
    ctx.audit({ action: 'second_factor.enabled' });
    await tell(
      ctx,
      'Your second factor is on',
      'Signing in to your account now asks for a code of your authenticator.',
    );
    return codes;
  });
  await forgetSecondFactor(personId);
  return { recovery_codes: codes };
}

/** Switches it off: takes the password and a code, as somebody at an open browser has neither. */
export async function disableTotp(door: Door, { current_password, code }: DisableTotp): Promise<null> {
  const { personId } = await reauthenticate(door, current_password);
  await countSecondFactor(personId);
  await door(async (ctx) => {
    await asRoleWithin(ctx.db, 'auth', async (auth) => {
      if (!(await storedOf(auth, personId)).enabled) throw none();
      if (!(await takeSecondFactor(auth, personId, code))) throw wrongCode();
      await auth.$executeRaw`update person set totp_secret = null, totp_enabled_at = null, totp_last_step = null
        where id = ${personId}::uuid`;
      await auth.$executeRaw`delete from recovery_code where person_id = ${personId}::uuid`;
    });
    ctx.audit({ action: 'second_factor.disabled' });
    await tell(ctx, 'Your second factor is off', 'Signing in to your account asks for the password alone from now on.');
  });
  await forgetSecondFactor(personId);
  return null;
}

/** Ten new recovery codes; those before them count no more. */
export async function renewRecoveryCodes(door: Door, input: { current_password: string }): Promise<RecoveryCodes> {
  const { personId } = await reauthenticate(door, input.current_password);
  return door(async (ctx) => {
    const codes = await asRoleWithin(ctx.db, 'auth', async (auth) => {
      if (!(await storedOf(auth, personId)).enabled) throw none();
      return replaceRecoveryCodes(auth, personId);
    });
    ctx.audit({ action: 'second_factor.codes' });
    await tell(ctx, 'Your recovery codes are new', 'Ten new recovery codes were made; the ones before count no more.');
    return { recovery_codes: codes };
  });
}

async function replaceRecoveryCodes(auth: Db, personId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await auth.$executeRaw`delete from recovery_code where person_id = ${personId}::uuid`;
  await auth.recoveryCode.createMany({
    data: codes.map((code) => ({ id: newId(), personId, codeHash: recoveryHashes(personId, code)[0] as string })),
  });
  return codes;
}

/** Tells the owner by mail: whoever did it, they learn of it. */
async function tell({ db, actor, org }: Ctx, title: string, what: string): Promise<void> {
  const { email } = await asRoleWithin(db, 'auth', (auth) => storedOf(auth, actor.personId));
  await queueMail(db, {
    to: email,
    template: 'securityNotice',
    data: { name: actor.name, organisation: org.name, key: org.key, title, what },
  });
}

/**
 * Takes a code of the authenticator or a recovery code, each once: of two at the same moment one is taken. As `auth`, in
 * the transaction of what the code allows; the try is counted before. Null: the code is not right.
 */
export async function takeSecondFactor(
  auth: Db,
  personId: string,
  given: string,
): Promise<{ recovery: boolean; left: number } | null> {
  const stored = await storedOf(auth, personId);
  if (!stored.enabled || !stored.totp_secret) return null;
  const digits = given.replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits)) {
    const secret = opened(stored.totp_secret);
    const step = stepOf(secret, digits);
    if (step === null) return null;
    // Sealed anew each time: after a change of the installation's secret everybody who signs in is under the new one.
    const taken = await auth.$executeRaw`update person set totp_last_step = ${step}, totp_secret = ${seal(secret)}
      where id = ${personId}::uuid and totp_enabled_at is not null and (totp_last_step is null or totp_last_step < ${step})`;
    return taken ? { recovery: false, left: 0 } : null;
  }
  const code = plainRecoveryCode(given);
  if (!code) return null;
  const taken = await auth.$executeRaw`update recovery_code set used_at = now()
    where person_id = ${personId}::uuid and code_hash = any(${recoveryHashes(personId, code)}) and used_at is null`;
  if (!taken) return null;
  const [row] = await auth.$queryRaw<{ left: number }[]>`
    select count(*)::int as left from recovery_code where person_id = ${personId}::uuid and used_at is null`;
  return { recovery: true, left: row?.left ?? 0 };
}
