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
  const taken = await auth.db.recoveryCode.updateMany({
    where: { personId, codeHash: { in: recoveryHashes(personId, code) }, usedAt: null },
    data: { usedAt: new Date() },
  });
  if (!taken.count) return null;
  return { recovery: true, left: await auth.db.recoveryCode.count({ where: { personId, usedAt: null } }) };
}

/** Counts only after its first code. False: there is a factor already. */
export async function beginFactor({ db }: AuthCtx, id: string, totpSecret: string): Promise<boolean> {
  const data = { totpSecret, totpLastStep: null };
  return (await db.person.updateMany({ where: { id, totpEnabledAt: null }, data })).count > 0;
}

/** False: there is a factor already, or the set-up began again. */
export async function enableFactor({ db }: AuthCtx, id: string, totpSecret: string, step: number): Promise<boolean> {
  const data = { totpEnabledAt: new Date(), totpLastStep: step };
  return (await db.person.updateMany({ where: { id, totpEnabledAt: null, totpSecret }, data })).count > 0;
}

export async function removeFactor({ db }: AuthCtx, personId: string): Promise<void> {
  const data = { totpSecret: null, totpEnabledAt: null, totpLastStep: null };
  await db.person.updateMany({ where: { id: personId }, data });
  await db.recoveryCode.deleteMany({ where: { personId } });
}

/** Returns the ten new codes, shown only this once. */
export async function replaceRecoveryCodes({ db }: AuthCtx, personId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.recoveryCode.deleteMany({ where: { personId } });
  await db.recoveryCode.createMany({
    data: codes.map((code) => ({ id: newId(), personId, codeHash: recoveryHashes(personId, code)[0] as string })),
  });
  return codes;
}
