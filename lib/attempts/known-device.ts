import 'server-only';
import { createHmac, randomUUID } from 'node:crypto';
import { env } from '@/lib/env';
import { signFor, verifyFor } from '@/lib/session-token';

/**
 * A browser's signed note of who signed in; it outlives the session. It only gives an own allowance of tries, so that
 * guesses from elsewhere cannot shut the owner out (NIST 800-63B, 3.2.2).
 */
const AUDIENCE = 'guildhall:device';
export const DEVICE_SECONDS = 180 * 24 * 3600;
/** Accounts per device; older ones are forgotten. */
const MOST = 8;

type Device = { id: string; accounts: string[] };

const accountIn = (email: string, secret: string) =>
  createHmac('sha256', secret).update(`device\n${email}`).digest('base64url').slice(0, 22);

const read = async (token: string | undefined): Promise<Device | null> =>
  token ? await verifyFor<Device>(AUDIENCE, token, ['id', 'accounts']).catch(() => null) : null;

export async function deviceOf(token: string | undefined, email: string): Promise<string | null> {
  const device = await read(token);
  return device && env.authSecrets.some((secret) => device.accounts.includes(accountIn(email, secret)))
    ? device.id
    : null;
}

export async function deviceKnowing(token: string | undefined, email: string): Promise<string> {
  const device = await read(token);
  const account = accountIn(email, env.authSecrets[0] as string);
  const accounts = [account, ...(device?.accounts ?? []).filter((one) => one !== account)].slice(0, MOST);
  const note = { id: device?.id ?? randomUUID(), accounts } satisfies Device;
  return signFor(AUDIENCE, note, Math.floor(Date.now() / 1000) + DEVICE_SECONDS);
}
