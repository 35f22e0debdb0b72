import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { fillLogin } from '../fixtures';
import { codeOf, mailTo } from './mail';

export const PASSPHRASE = 'kettle violet harbor otter';

export type Newcomer = { email: string; key: string };

/** A call of the API outside any browser. Throws what was answered when that is an error. */
export async function send<T extends object>(
  baseURL: string,
  line: `${'POST' | 'PUT' | 'GET'} ${string}`,
  body?: object,
  token = '',
): Promise<T> {
  const [method, path] = line.split(' ');
  const answer = await fetch(`${baseURL}/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

/** Somebody with an organisation of their own, so that nobody else's sessions end here. */
export async function organisationOfItsOwn(baseURL: string): Promise<Newcomer> {
  const tag = randomInt(1e9);
  const [email, key] = [`nora.${tag}@security.test`, `safe-${tag}`];
  const organisation = { organisation_name: `Safe ${tag}`, sub_domain: key };
  await send(baseURL, 'POST signupwithorgs', { name: 'Nora Newman', email, password: PASSPHRASE, ...organisation });
  const otp = codeOf(await mailTo(baseURL, email, /is your code/));
  await send(baseURL, 'POST verifyorganisation', { sub_domain: key, email, otp });
  return { email, key };
}

/** The token of a person's session outside any browser. */
export const tokenOf = async (baseURL: string, { email, key: sub_domain }: Newcomer): Promise<string> =>
  (await send<{ token: string }>(baseURL, 'POST signinwithorgs', { email, password: PASSPHRASE, sub_domain })).token;

/** Somebody who was added by the admin with `token` and has accepted. */
export async function memberOf(
  baseURL: string,
  { key }: Newcomer,
  token: string,
  { name, role }: { name: string; role: 'team_leader' | 'user' },
): Promise<Newcomer> {
  const email = `${name.split(' ')[0]?.toLowerCase()}.${randomInt(1e9)}@security.test`;
  await send(baseURL, 'POST createMember', { name, email, role }, token);
  const mail = await mailTo(baseURL, email, /invites you|account/i);
  const link = new URL(mail.links.find((one) => one.includes('token=')) ?? '');
  await send(baseURL, 'POST acceptInvitation', { token: link.searchParams.get('token'), password: PASSPHRASE });
  return { email, key };
}

/** Sets a second factor up outside any browser. @returns its secret */
export async function withAuthenticator(baseURL: string, token: string): Promise<string> {
  const { secret } = await send<{ secret: string }>(baseURL, 'POST totp', { current_password: PASSPHRASE }, token);
  await send(baseURL, 'POST confirmTotp', { code: new TOTP({ secret }).generate() }, token);
  return secret;
}

export async function logIn(page: Page, { email, key }: Newcomer) {
  await page.goto(`/${key}/login`);
  await fillLogin(page, email, PASSPHRASE);
}
