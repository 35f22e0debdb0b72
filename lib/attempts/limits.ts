import 'server-only';
import { deviceOf } from '@/lib/attempts/known-device';
import { countAttempt, countQuietly, forgetAttempts, type Limit } from '@/lib/attempts/rate-limit';
import type { AuthCtx, Client } from '@/lib/auth';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import type { CodePurpose } from '@/lib/session/codes';

/** How often strangers may ask, by what they name and by where they come from. Counted alike for known and unknown addresses. */
const QUARTER = 900;
const HOUR = 3600;
const DAY = 24 * HOUR;

const addressLimit = (what: string, { ip }: Client, max: number, seconds: number) => ({
  key: `${what}:from:${ip ?? 'unknown'}`,
  max: max * (env.mode === 'demo' ? 100 : 1),
  seconds,
});

/** Founding: many tries at a free key are fine, many emails are not (only the one that wins sends one). */
export const countFounding = (email: string, client: Client) =>
  countAttempt([{ key: `found:${email}`, max: 30, seconds: HOUR }, addressLimit('found', client, 60, HOUR)]);

/**
 * Asking for an email, by who asks: few from one place for one address, known or not, so that the limit tells nothing about
 * it. Where somebody has signed in before it is that device's own. The code it brings is a fresh one, and so what was
 * typed before it from the same place counts no more.
 */
export async function countAsked(purpose: CodePurpose | 'sign-up', email: string, orgKey: string, client: Client) {
  const place = await placeOf(client, email);
  await countAttempt([
    { key: `asked:${purpose}:${orgKey}:${email}:${place.name}`, max: 5, seconds: QUARTER },
    ...(place.known ? [] : [addressLimit('asked', client, 60, HOUR)]),
  ]);
  const tried = purpose === 'reset' ? 'reset' : 'sign-up';
  await forgetAttempts([typedKey(tried, email, orgKey, place.name)]);
}

/**
 * An email to an address somebody typed, counted in the transaction that sends it: what sends none counts for nothing. False
 * once the mailbox has had enough, and then none is sent; the answer does not say so, because only a mailbox that gets
 * emails can have had enough. A device that somebody has signed in with before has its own allowance.
 */
export async function mayMail(
  auth: AuthCtx,
  purpose: CodePurpose | 'sign-up',
  email: string,
  orgKey: string,
): Promise<boolean> {
  const place = await placeOf(auth.client, email);
  // A code for a new password is how somebody gets back in: sign-ups in their name do not use it up.
  const kind = purpose === 'reset' ? 'reset' : 'sign-up';
  return countQuietly(
    place.known
      ? [{ key: `mailed:${kind}:${place.name}`, max: 10, seconds: DAY }]
      : [
          { key: `mailed:${purpose}:${orgKey}:${email}`, max: 10, seconds: QUARTER },
          { key: `mailed:${kind}:${email}`, max: 30, seconds: DAY },
        ],
    auth,
  );
}

const typedKey = (purpose: string, email: string, orgKey: string, place: string) =>
  `code:${purpose}:${orgKey}:${email}:${place}`;

/** A code that is typed, by where it is typed: refused aloud, for known and unknown addresses alike. */
export async function countCodeTry(purpose: string, email: string, orgKey: string, client: Client) {
  const place = await placeOf(client, email);
  await countAttempt([
    { key: typedKey(purpose, email, orgKey, place.name), max: 10, seconds: QUARTER },
    ...(place.known ? [] : [addressLimit('code', client, 100, QUARTER)]),
  ]);
}

/**
 * A guess that is compared with a code of a mailbox, counted in the transaction that compares: five an hour, however many
 * codes are asked for and wherever the guesses come from. False once they are used up: then nothing is compared. Whoever
 * has signed in here before has five of their own, so that guesses from elsewhere do not shut them out.
 */
export async function mayGuess(auth: AuthCtx, email: string): Promise<boolean> {
  return countQuietly([{ key: await guessesKey(email, auth.client), max: 5, seconds: HOUR }], auth);
}
export const forgetGuesses = async (email: string, client: Client) => forgetAttempts([await guessesKey(email, client)]);
const guessesKey = async (email: string, client: Client) => {
  const place = await placeOf(client, email);
  return `guesses:${email}${place.known ? `:${place.name}` : ''}`;
};

/** Signing in: by device where it is known, else by where it comes from and by account. The first is what a right password forgets. */
export async function signInLimits(key: string, email: string, client: Client): Promise<[Limit, ...Limit[]]> {
  const account = `sign-in:${key}:${email}`;
  const place = await placeOf(client, email);
  const own = { key: `${account}:${place.name}`, max: 10, seconds: QUARTER };
  if (place.known) return [own];
  return [own, { key: account, max: 60, seconds: QUARTER }, addressLimit('sign-in', client, 100, QUARTER)];
}

/** Where an attempt comes from: a device that this address has signed in with, or a network address. */
async function placeOf(client: Client, email: string): Promise<{ name: string; known: boolean }> {
  const device = await deviceOf(client.device, email);
  return device ? { name: `device:${device}`, known: true } : { name: `from:${client.ip ?? 'unknown'}`, known: false };
}

/** A code that proves a domain: by organisation, and by the mailbox it goes to. */
export const countDomainCode = (ctx: Ctx, email: string) =>
  countAttempt(
    [
      { key: `domain:${ctx.org.id}`, max: 20, seconds: HOUR },
      { key: `mailed:${email}`, max: 30, seconds: DAY },
    ],
    ctx,
  );

/** Another key for an organisation: each one it leaves behind stays its own, so that not many can be gathered. */
export const countKeyChange = (ctx: Ctx) => countAttempt([{ key: `key:${ctx.org.id}`, max: 10, seconds: DAY }], ctx);

/** Another organisation of somebody who is signed in. */
export const countFurther = (ctx: Ctx) =>
  countAttempt([{ key: `further:${ctx.actor.personId}`, max: 20, seconds: DAY }], ctx);

/** The current password, asked for again: one count for everything that asks (password, address, second factor, deletion). */
export const reauthKey = (personId: string) => `reauth:${personId}`;
export const countReauth = (personId: string) =>
  countAttempt([{ key: reauthKey(personId), max: 10, seconds: QUARTER }]);

/** A code of an authenticator: five tries, then a wait; and a bound on what somebody with the password can try in a day. */
const secondKey = (personId: string) => `second:${personId}`;
export const countSecondFactor = (personId: string) =>
  countAttempt([
    { key: secondKey(personId), max: 5, seconds: QUARTER },
    { key: `second-day:${personId}`, max: 60, seconds: DAY },
  ]);
export const forgetSecondFactor = (personId: string) => forgetAttempts([secondKey(personId)]);

/** A request for another email: each sends two emails. */
export const countAddressChange = (personId: string, email: string) =>
  countAttempt([
    { key: `address:${personId}`, max: 5, seconds: HOUR },
    { key: `mailed:${email}`, max: 30, seconds: DAY },
  ]);

/** The code that confirms it. */
export const countAddressTry = (personId: string) =>
  countAttempt([{ key: `address-code:${personId}`, max: 10, seconds: QUARTER }]);
