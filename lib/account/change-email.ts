import 'server-only';
import type { ChangeAddress, ConfirmAddress } from '@/lib/account/schema.security';
import { countAddressChange, countAddressTry } from '@/lib/attempts/limits';
import { type AuthCtx, withAuth } from '@/lib/auth';
import type { Door } from '@/lib/contract/endpoint';
import { DomainError, invalidField } from '@/lib/errors';
import { queueMail } from '@/lib/mail/queue';
import { useEmail, writePendingEmail } from '@/lib/person/person';
import { type CodeFor, endCodes, endCodesTo, issueCode, redeemCode } from '@/lib/session/codes';
import { reauthenticate } from '@/lib/session/reauthenticate';
import { endSessionsOf } from '@/lib/session/sessions';

/** A new address counts once a code sent to it comes back. */

const codeFor = (personId: string, email: string): CodeFor => ({ purpose: 'email', email, orgKey: personId });

/** Emails a code to the new address, a notice to the old. Same answer if the new one has an account. */
export async function changeAddress(
  door: Door,
  { email, current_password }: ChangeAddress,
): Promise<{ pending_email: string }> {
  const account = await reauthenticate(door, current_password);
  const { personId } = account;
  if (email === account.email) throw invalidField('email', 'This is already your email.');
  await countAddressChange(personId, email);
  await door(async (ctx) => {
    const { org, actor } = ctx;
    await withAuth(ctx, async (auth) => {
      await forgetPending(auth, personId);
      await writePendingEmail(auth, personId, email);
      const known = await auth.db.person.count({ where: { email } });
      const code = await issueCode(auth, codeFor(personId, email));
      const data = { organisation: org.name, key: org.key };
      const notice = {
        title: 'Somebody tried to use your email',
        what: `Somebody at ${org.name} tried to use this email for their account. It is the email of your account, so nothing was changed.`,
      };
      await queueMail(auth, {
        orgId: org.id,
        to: email,
        ...(known
          ? { template: 'securityNotice', data: { ...data, ...notice } }
          : { template: 'emailCode', data: { ...data, name: actor.name, code } }),
      });
    });
    await queueMail(ctx, {
      to: account.email,
      template: 'securityNotice',
      data: {
        name: actor.name,
        organisation: org.name,
        key: org.key,
        title: 'Your email is about to change',
        address: email,
        what: 'Somebody asked to use {address} for your account instead of this email address. It changes when the code sent to the new email is entered.',
      },
    });
    ctx.happened('email.asked', null, { email });
  });
  return { pending_email: email };
}

/** Ends other sessions and codes sent to the old address, which is told. The first of two accounts gets the address. */
export async function confirmAddress(door: Door, { otp }: ConfirmAddress): Promise<{ email: string }> {
  const asked = await door(async (ctx) => {
    const { actor, org, sessionId, client } = ctx;
    const [row] = await withAuth(
      ctx,
      ({ db }) => db.$queryRaw<{ email: string; pending_email: string | null }[]>`
        select email, pending_email from person where id = ${actor.personId}::uuid`,
    );
    return { ...row, actor, org, sessionId, client };
  });
  const { actor, org, client, pending_email: email, email: before } = asked;
  const { personId } = actor;
  await countAddressTry(personId);
  if (!email || !before) throw new DomainError('conflict', 'No change of email is pending. Ask for one first.');
  await redeemCode(codeFor(personId, email), otp, client, async (auth) => {
    if (await auth.db.person.count({ where: { email } })) throw taken();
    const changed = await useEmail(auth, personId, email).catch((error: unknown) => {
      if (/23505|P2002|unique/i.test(`${(error as { code?: string }).code} ${(error as Error).message}`)) throw taken();
      throw error;
    });
    if (!changed)
      throw new DomainError('conflict', 'Another email was requested in the meantime. Use the latest code.');
    await endCodesTo(auth, before);
    await endSessionsOf(auth, personId, { keep: asked.sessionId });
    auth.happened({ orgId: org.id, memberId: actor.memberId }, 'email.changed', { email: before });
    const data = { name: actor.name, organisation: org.name, key: org.key, address: email };
    await queueMail(auth, { orgId: org.id, to: before, template: 'emailChanged', data });
  });
  return { email };
}

export async function cancelAddress(door: Door): Promise<null> {
  await door((ctx) => withAuth(ctx, (auth) => forgetPending(auth, ctx.actor.personId)));
  return null;
}

const taken = () =>
  new DomainError('conflict', 'This email belongs to another account. Choose another one.', {
    errors: { otp: ['This email belongs to another account.'] },
  });

export async function forgetPending(auth: AuthCtx, personId: string): Promise<void> {
  const [row] = await auth.db.$queryRaw<{ pending_email: string | null }[]>`
    select pending_email from person where id = ${personId}::uuid for update`;
  if (!row?.pending_email) return;
  await endCodes(auth, codeFor(personId, row.pending_email));
  await writePendingEmail(auth, personId, null);
}
