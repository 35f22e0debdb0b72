import 'server-only';
import type { ConfirmTotp, DisableTotp, RecoveryCodes, TotpSetup } from '@/lib/account/schema.security';
import { countSecondFactor, forgetSecondFactor } from '@/lib/attempts/limits';
import { withAuth } from '@/lib/auth';
import type { Door } from '@/lib/contract/endpoint';
import { DomainError, invalidField } from '@/lib/errors';
import { queueMail } from '@/lib/mail/queue';
import type { Ctx } from '@/lib/org';
import {
  beginFactor,
  enableFactor,
  opened,
  removeFactor,
  replaceRecoveryCodes,
  storedOf,
  takeSecondFactor,
} from '@/lib/person/second-factor';
import { newTotpSecret, qrPath, stepOf, totpUrl } from '@/lib/person/totp';
import { seal } from '@/lib/seal';
import { reauthenticate } from '@/lib/session/reauthenticate';

const already = () =>
  new DomainError('conflict', 'You already have a second factor. Switch it off first to set up another authenticator.');
const none = () => new DomainError('conflict', 'You have no second factor. Set one up first.');

const wrongCode = () =>
  invalidField('code', 'This code is wrong or was already used. Enter the one that your authenticator shows now.');

/** The new secret counts only after `confirmTotp`. */
export async function beginTotp(door: Door, { current_password }: { current_password: string }): Promise<TotpSetup> {
  const account = await reauthenticate(door, current_password);
  const secret = newTotpSecret();
  const sealed = seal(secret);
  const begun = await door((ctx) => withAuth(ctx, (auth) => beginFactor(auth, account.personId, sealed)));
  if (!begun) throw already();
  const address = totpUrl(secret, account.email);
  return { secret, address, qr: qrPath(address) };
}

/** Returns the recovery codes, which are shown only this once. */
export async function confirmTotp(door: Door, { code }: ConfirmTotp): Promise<RecoveryCodes> {
  const personId = await door(async ({ actor }) => actor.personId);
  await countSecondFactor(personId);
  const codes = await door(async (ctx) => {
    const codes = await withAuth(ctx, async (auth) => {
      const stored = await storedOf(auth, personId);
      if (stored.enabled) throw already();
      if (!stored.totp_secret) throw new DomainError('conflict', 'The setup has not been started. Start again.');
      const step = stepOf(opened(stored.totp_secret), code);
      if (step === null) throw wrongCode();
      if (!(await enableFactor(auth, personId, stored.totp_secret, step))) throw already();
      return replaceRecoveryCodes(auth, personId);
    });
    ctx.happened('second_factor.enabled', null);
    await tell(
      ctx,
      'Your second factor is on',
      'Logging in to your account now asks for a code from your authenticator.',
    );
    return codes;
  });
  await forgetSecondFactor(personId);
  return { recovery_codes: codes };
}

/** Needs password and code, so that an open browser is not enough. */
export async function disableTotp(door: Door, { current_password, code }: DisableTotp): Promise<null> {
  const { personId } = await reauthenticate(door, current_password);
  await countSecondFactor(personId);
  await door(async (ctx) => {
    await withAuth(ctx, async (auth) => {
      if (!(await storedOf(auth, personId)).enabled) throw none();
      if (!(await takeSecondFactor(auth, personId, code))) throw wrongCode();
      await removeFactor(auth, personId);
    });
    ctx.happened('second_factor.disabled', null);
    await tell(ctx, 'Your second factor is off', 'Logging in to your account now only asks for your password.');
  });
  await forgetSecondFactor(personId);
  return null;
}

export async function renewRecoveryCodes(door: Door, input: { current_password: string }): Promise<RecoveryCodes> {
  const { personId } = await reauthenticate(door, input.current_password);
  return door(async (ctx) => {
    const codes = await withAuth(ctx, async (auth) => {
      if (!(await storedOf(auth, personId)).enabled) throw none();
      return replaceRecoveryCodes(auth, personId);
    });
    ctx.happened('second_factor.codes', null);
    await tell(
      ctx,
      'You have new recovery codes',
      'Ten new recovery codes were created. The previous ones no longer work.',
    );
    return { recovery_codes: codes };
  });
}

async function tell(ctx: Ctx, title: string, what: string): Promise<void> {
  const { actor, org } = ctx;
  const { email } = await withAuth(ctx, (auth) => storedOf(auth, actor.personId));
  await queueMail(ctx, {
    to: email,
    template: 'securityNotice',
    data: { name: actor.name, organisation: org.name, key: org.key, title, what },
  });
}
