import 'server-only';
import { deviceOf } from '@/lib/attempts/known-device';
import { countAttempt, countQuietly, forgetAttempts, type Limit } from '@/lib/attempts/rate-limit';
import type { AuthCtx, Client } from '@/lib/auth';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import type { CodePurpose } from '@/lib/session/codes';

/** Limits for strangers, by what they name and where they come from; the same for known and unknown addresses. */
const QUARTER = 900;
const HOUR = 3600;
const DAY = 24 * HOUR;

const addressLimit = (what: string, { ip }: Client, max: number, seconds: number) => ({
  key: `${what}:from:${ip ?? 'unknown'}`,
  max: max * (env.mode === 'demo' ? 100 : 1),
  seconds,
});

/** Many tries at a free key are fine, many emails are not (only the one that wins sends one). */
export const countNewOrganisation = (email: string, client: Client) =>
  countAttempt([{ key: `found:${email}`, max: 30, seconds: HOUR }, addressLimit('found', client, 60, HOUR)]);

/**
 * By place and address, known or not, so that the limit tells nothing. A device that has signed in counts by itself.
 * The new code resets the count of codes typed from there.
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
 * Counted in the transaction that sends. False once the mailbox has had enough; the answer must not say so, since only
 * a mailbox that gets emails can. A known device has its own allowance.
 */
export async function mayMail(
  auth: AuthCtx,
  purpose: CodePurpose | 'sign-up',
  email: string,
  orgKey: string,
): Promise<boolean> {
  const place = await placeOf(auth.client, email);
  // Somebody else's sign-ups in their name must not use up the codes to get back in.
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

/** A typed code, by where it is typed: refused openly, for known and unknown addresses alike. */
export async function countCodeTry(purpose: string, email: string, orgKey: string, client: Client) {
  const place = await placeOf(client, email);
  await countAttempt([
    { key: typedKey(purpose, email, orgKey, place.name), max: 10, seconds: QUARTER },
    ...(place.known ? [] : [addressLimit('code', client, 100, QUARTER)]),
  ]);
}

/**
 * A guess at a mailbox's code, counted in the transaction that compares: five an hour in all; false: do not compare. A
 * known device has its own five, so that strangers cannot shut its owner out.
 */
export async function mayGuess(auth: AuthCtx, email: string): Promise<boolean> {
  return countQuietly([{ key: await guessesKey(email, auth.client), max: 5, seconds: HOUR }], auth);
}
export const forgetGuesses = async (email: string, client: Client) => forgetAttempts([await guessesKey(email, client)]);
const guessesKey = async (email: string, client: Client) => {
  const place = await placeOf(client, email);
  return `guesses:${email}${place.known ? `:${place.name}` : ''}`;
};

/** By known device, else by place and by account. A right password forgets the first. */
export async function signInLimits(key: string, email: string, client: Client): Promise<[Limit, ...Limit[]]> {
  const account = `sign-in:${key}:${email}`;
  const place = await placeOf(client, email);
  const own = { key: `${account}:${place.name}`, max: 10, seconds: QUARTER };
  if (place.known) return [own];
  return [own, { key: account, max: 60, seconds: QUARTER }, addressLimit('sign-in', client, 100, QUARTER)];
}

async function placeOf(client: Client, email: string): Promise<{ name: string; known: boolean }> {
  const device = await deviceOf(client.device, email);
  return device ? { name: `device:${device}`, known: true } : { name: `from:${client.ip ?? 'unknown'}`, known: false };
}

export const countDomainCode = (ctx: Ctx, email: string) =>
  countAttempt(
    [
      { key: `domain:${ctx.org.id}`, max: 20, seconds: HOUR },
      { key: `mailed:${email}`, max: 30, seconds: DAY },
    ],
    ctx,
  );

/** Keys an organisation leaves stay its own, so not many can be gathered. */
export const countKeyChange = (ctx: Ctx) => countAttempt([{ key: `key:${ctx.org.id}`, max: 10, seconds: DAY }], ctx);

export const countAnotherOrganisation = (ctx: Ctx) =>
  countAttempt([{ key: `further:${ctx.actor.personId}`, max: 20, seconds: DAY }], ctx);

/** One count for everything that asks for the current password (password, address, second factor, deletion). */
export const reauthKey = (personId: string) => `reauth:${personId}`;
export const countReauth = (personId: string) =>
  countAttempt([{ key: reauthKey(personId), max: 10, seconds: QUARTER }]);

const secondKey = (personId: string) => `second:${personId}`;
export const countSecondFactor = (personId: string) =>
  countAttempt([
    { key: secondKey(personId), max: 5, seconds: QUARTER },
    { key: `second-day:${personId}`, max: 60, seconds: DAY },
  ]);
export const forgetSecondFactor = (personId: string) => forgetAttempts([secondKey(personId)]);

/** Each sends two emails. */
export const countAddressChange = (personId: string, email: string) =>
  countAttempt([
    { key: `address:${personId}`, max: 5, seconds: HOUR },
    { key: `mailed:${email}`, max: 30, seconds: DAY },
  ]);

export const countAddressTry = (personId: string) =>
  countAttempt([{ key: `address-code:${personId}`, max: 10, seconds: QUARTER }]);
