import 'server-only';
import type { AuthCtx } from '@/lib/auth';
import { DomainError } from '@/lib/errors';
import { newRecoveryCodes, plainRecoveryCode, recoveryHashes, stepOf } from '@/lib/person/totp';
import { seal, unseal } from '@/lib/seal';
import { newId } from '@/lib/validation';

type Stored = { email: string; totp_secret: string | null; enabled: boolean };

export async function storedOf({ db }: AuthCtx, personId: string): Promise<Stored> {
  const [row] = await db.$queryRaw<Stored[]>`
    select email, totp_secret, totp_enabled_at is not null as enabled from person where id = ${personId}::uuid`;
  return row as Stored;
}

/** `forbidden` if the installation's secret changed. */
export function opened(sealed: string): string {
  try {
    return unseal<string>(sealed);
  } catch {
    throw new DomainError(
      'forbidden',
      'Your second factor cannot be checked, because a secret of this installation is missing. Ask whoever runs it.',
    );
  }
}

/** Each code works once. In the transaction of what it allows; the try is counted before. Null: wrong. */
export async function takeSecondFactor(
  auth: AuthCtx,
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
    // Sealed again at every use, so that a new installation secret reaches everybody who signs in.
    const taken = await auth.db.$executeRaw`update person set totp_last_step = ${step}, totp_secret = ${seal(secret)}
      where id = ${personId}::uuid and totp_enabled_at is not null and (totp_last_step is null or totp_last_step < ${step})`;
    return taken ? { recovery: false, left: 0 } : null;
  }
  const code = plainRecoveryCode(given);
  if (!code) return null;
  const taken = await auth.db.$executeRaw`update recovery_code set used_at = now()
    where person_id = ${personId}::uuid and code_hash = any(${recoveryHashes(personId, code)}) and used_at is null`;
  if (!taken) return null;
  const [row] = await auth.db.$queryRaw<{ left: number }[]>`
    select count(*)::int as left from recovery_code where person_id = ${personId}::uuid and used_at is null`;
  return { recovery: true, left: row?.left ?? 0 };
}

/** Counts only after its first code. False: there is a factor already. */
export async function beginFactor({ db }: AuthCtx, personId: string, sealed: string): Promise<boolean> {
  const begun = await db.$executeRaw`update person set totp_secret = ${sealed}, totp_last_step = null
    where id = ${personId}::uuid and totp_enabled_at is null`;
  return begun > 0;
}

/** False: there is a factor already, or the set-up began again. */
export async function enableFactor({ db }: AuthCtx, personId: string, sealed: string, step: number): Promise<boolean> {
  const enabled = await db.$executeRaw`update person set totp_enabled_at = now(), totp_last_step = ${step}
    where id = ${personId}::uuid and totp_enabled_at is null and totp_secret = ${sealed}`;
  return enabled > 0;
}

export async function removeFactor({ db }: AuthCtx, personId: string): Promise<void> {
  await db.$executeRaw`update person set totp_secret = null, totp_enabled_at = null, totp_last_step = null
    where id = ${personId}::uuid`;
  await db.$executeRaw`delete from recovery_code where person_id = ${personId}::uuid`;
}

/** Returns the ten new codes, shown only this once. */
export async function replaceRecoveryCodes({ db }: AuthCtx, personId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.$executeRaw`delete from recovery_code where person_id = ${personId}::uuid`;
  await db.recoveryCode.createMany({
    data: codes.map((code) => ({ id: newId(), personId, codeHash: recoveryHashes(personId, code)[0] as string })),
  });
  return codes;
}
