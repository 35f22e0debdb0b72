import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { deliverMailsOnce } from '@/lib/delivery/mail';
import { env } from '@/lib/env';
import { listMails } from '@/lib/mail/sink';
import { deliveriesEnd } from '@/lib/test/leftovers';
import { openBearer } from '@/lib/test/session';
import { exchange } from '@/lib/test/wire';

/** Signing up and in by the endpoints, as a program that knows nothing but the contract; emails read where they are kept. */

export const owner = new pg.Client({ connectionString: env.databaseUrl });
export const GOOD = 'kettle violet harbor otter';
export const BETTER = 'lantern meadow pistachio dune';

/** A world with nobody new in it before each test of the file. */
export function freshWorld(): void {
  beforeAll(async () => {
    process.env.RATE_LIMIT_FACTOR = '100';
    await owner.connect();
  });
  afterAll(() => owner.end());
  beforeEach(async () => {
    await owner.query('delete from session; delete from rate_limit; delete from one_time_code');
    // Afterwards: the end of a session leaves a row.
    await owner.query('delete from outbox; delete from job');
    await owner.query(`delete from notification where kind = 'member.requested'`);
    await owner.query(`delete from organisation where key not in ('acme', 'globex')`);
    await owner.query(`delete from person where email like '%@new.test'`);
    await owner.query('delete from member where person_id is null');
    await owner.query(`update organisation set join_rule = 'approval', join_domains = '{}', verified_at = now()`);
    // What the test before left on its way would come to this one.
    await deliveriesEnd();
    await rm(join(env.dataDir, 'mail'), { recursive: true, force: true, maxRetries: 10 });
  });
}

export type Answered = {
  status: number;
  body: { message: string; data: never; errors?: Record<string, string[]>; code?: string };
};

export async function call(
  method: string,
  path: string,
  input?: unknown,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const query = method === 'GET' && input ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const request = new Request(`http://localhost:3000/api/${path}${query}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }), ...headers },
    ...(method !== 'GET' && { body: JSON.stringify(input ?? {}) }),
  });
  return (await exchange(request, path)) as unknown as Answered;
}

export const post = (path: string, input: unknown, token?: string) => call('POST', path, input, token);
export const found = (email: string, sub_domain = 'newco', password = GOOD) =>
  post('signupwithorgs', { name: 'Nora Newman', email, password, organisation_name: 'New Company', sub_domain });
export const ask = (email: string, password = GOOD, sub_domain = 'acme') =>
  post('signupwithorgs', { name: 'Nora Newman', email, password, sub_domain });
export const rows = async (sql: string, ...values: unknown[]) => (await owner.query(sql, values)).rows;
export const people = (email: string) => rows('select * from person where email = $1', email);

/** Emails to an address once nothing waits: the kick after each commit delivers too. */
export async function mailsTo(email: string) {
  await vi.waitFor(async () => {
    await deliverMailsOnce();
    expect(await rows(`select from job where kind = 'mail' and state <> 'done'`)).toEqual([]);
  }, 120_000);
  return listMails(email);
}
export async function codeFor(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  return /\b\d{6}\b/.exec(mail?.subject ?? '')?.[0] ?? 'no code';
}
export const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
export const signIn = (email: string, password: string, sub_domain: string) =>
  post('signinwithorgs', { email, password, sub_domain });
/** A bearer of the seat with this email, without the password and what comparing it costs. */
export async function tokenOf(email: string, key = 'acme'): Promise<{ token: string }> {
  const [{ id }] = await rows(
    'select m.id from member m join organisation o on o.id = m.org_id where m.email = $1 and o.key = $2',
    ...[email, key],
  );
  return { token: `Bearer ${await openBearer(id)}` };
}
export const without = ({ status, body }: Answered) => ({
  status,
  message: body.message,
  keys: Object.keys(body.data ?? {}).sort(),
});
