import 'server-only';
import type { CodePurpose } from '@/lib/auth/codes';
import { countAttempt, forgetAttempts, type Limit } from '@/lib/auth/rate-limit';
import type { Client } from '@/lib/auth/sign-in';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';

/** How often strangers may ask, by what they name and by where they come from. Counted alike for known and unknown addresses. */
const QUARTER = 900;
const HOUR = 3600;
const DAY = 24 * HOUR;

const addressLimit = (what: string, { ip }: Client, max: number, seconds: number) => ({
  key: `${what}:from:${ip ?? 'unknown'}`,
  max: max * (env.mode === 'demo' ? 100 : 1),
  seconds,
});

/** Founding: many tries at a free key are fine, many mails are not (only the one that wins sends one). */
export const countFounding = (email: string, client: Client) =>
  countAttempt([{ key: `found:${email}`, max: 30, seconds: HOUR }, addressLimit('found', client, 60, HOUR)]);

/** A request that sends a mail to an address somebody typed. The code in it is a fresh one: guesses at those before end. */
export async function countMailed(purpose: CodePurpose | 'sign-up', email: string, orgKey: string, client: Client) {
  await countAttempt([
    { key: `mailed:${purpose}:${orgKey}:${email}`, max: 5, seconds: QUARTER },
    { key: `mailed:${email}`, max: 30, seconds: DAY },
    addressLimit('mailed', client, 60, HOUR),
  ]);
  const tried = purpose === 'reset' ? 'reset' : 'sign-up';
  await forgetAttempts(guesses(tried, email, orgKey, client).map(({ key }) => key));
}

/**
 * Guesses at the codes of a mailbox: few from one place; from everywhere, many more than can hit anything, as a code bears
 * five. A fresh code starts anew, known address or not, so that nobody locks its reader out by guessing before.
 */
const guesses = (purpose: string, email: string, orgKey: string, { ip }: Client): Limit[] => [
  { key: `code:${purpose}:${orgKey}:${email}:from:${ip ?? 'unknown'}`, max: 10, seconds: QUARTER },
  { key: `code:${purpose}:${orgKey}:${email}`, max: 100, seconds: QUARTER },
];

/** A code that is tried. */
export const countCodeTry = (purpose: string, email: string, orgKey: string, client: Client) =>
  countAttempt([...guesses(purpose, email, orgKey, client), addressLimit('code', client, 100, QUARTER)]);

/** A code that proves a domain: by organisation, and by the mailbox it goes to. */
export const countDomainCode = ({ org, db }: Ctx, email: string) =>
  countAttempt(
    [
      { key: `domain:${org.id}`, max: 20, seconds: HOUR },
      { key: `mailed:${email}`, max: 30, seconds: DAY },
    ],
    db,
  );

/** Another key for an organisation: each one it leaves behind stays its own, so that not many can be gathered. */
export const countKeyChange = ({ org, db }: Ctx) => countAttempt([{ key: `key:${org.id}`, max: 10, seconds: DAY }], db);

/** A further organisation of somebody who is signed in. */
export const countFurther = ({ db, actor }: Ctx) =>
  countAttempt([{ key: `further:${actor.personId}`, max: 20, seconds: DAY }], db);

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

/** A wish for another address: each sends two mails. */
export const countAddressChange = (personId: string, email: string) =>
  countAttempt([
    { key: `address:${personId}`, max: 5, seconds: HOUR },
    { key: `mailed:${email}`, max: 30, seconds: DAY },
  ]);

/** The code that confirms it. */
export const countAddressTry = (personId: string) =>
  countAttempt([{ key: `address-code:${personId}`, max: 10, seconds: QUARTER }]);
