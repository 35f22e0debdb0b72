import { randomUUID } from 'node:crypto';
import { emailOf } from '../support/accounts';
import { Program } from '../support/program';
import type { Fault, Trial } from './support/fault';
import { Installation } from './support/installation';

type Statuses = ReadonlyMap<number, number>;

/** Asks one process and the other by turns, four calls at a time. How often each status was answered. */
async function byTurns(urls: readonly string[], count: number, ask: (url: string) => Promise<Response>) {
  const statuses = new Map<number, number>();
  let next = 0;
  const line = async () => {
    while (next < count) {
      const answer = await ask(urls[next++ % urls.length] as string);
      await answer.arrayBuffer();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 4 }, line));
  return statuses;
}

/** All that was not refused by a limit. */
const passed = (statuses: Statuses) =>
  [...statuses].reduce((sum, [status, times]) => (status === 429 ? sum : sum + times), 0);

export const fault: Fault = {
  promise: 'limits hold for two processes on one database together, as they do for one',
  async run(trial: Trial) {
    const first = await Installation.start(trial, { command: 'start' });
    const second = await Installation.start(
      { ...trial, firstPort: Number(new URL(first.url).port) + 1 },
      { command: 'start', beside: first },
    );
    const urls = [first.url, second.url];
    const post = (url: string, path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${url}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const holds = (what: string, most: number, statuses: Statuses, least = most) => {
      const told = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
      trial.figure(what, `${told}; the limit is ${most}`);
      const through = passed(statuses);
      trial.check(`${what}: no more than for one process`, through <= most && through >= least, through);
    };
    /** What is taken in shares may be passed by a tenth for each process (lib/contract/rate.ts). */
    const holdsAMinute = async (what: string, most: number, ask: () => Promise<Statuses>) => {
      const since = performance.now();
      const statuses = await ask();
      const windows = 1 + Math.floor((performance.now() - since) / 60_000);
      // What the admin asked for before counts for the same minute.
      holds(what, (most + (urls.length * most) / 10) * windows, statuses, most * 0.9);
    };

    // Before anything counts calls without a session by the minute: there are fewer of those here than it allows.
    const email = emailOf('user', 'globex');
    const wrong = { email, password: 'this is not the right one', sub_domain: 'globex' };
    holds('wrong passwords for one account', 10, await byTurns(urls, 20, (url) => post(url, 'signinwithorgs', wrong)));
    const asking = { email, sub_domain: 'globex' };
    holds('codes asked for', 5, await byTurns(urls, 8, (url) => post(url, 'forgetPassword', asking)));
    const code = { ...asking, otp: '000000', new_password: 'a rather long new password' };
    holds('codes typed', 10, await byTurns(urls, 14, (url) => post(url, 'forgetPassword', code)));
    const [guesses] = await first.query<{ n: number }>(
      `select coalesce(sum(tries), 0)::int as n from one_time_code where email = $1`,
      [email],
    );
    trial.figure('of these compared with the code', guesses?.n ?? 0);
    trial.check('no more than five guesses are compared', (guesses?.n ?? 0) <= 5, guesses?.n);

    const admin = await Promise.all(urls.map((url) => Program.signIn(url, 'admin', 'acme')));
    const invite = (at: number, emails: string[]) =>
      (admin[at % 2] as Program).send('POST', 'sendInvites', { emails, role: 'user' });
    let invited = 0;
    for (let at = 0; at < 6; at++) {
      const answer = await invite(
        at,
        Array.from({ length: 50 }, (_, n) => `p${at}.${n}@people.test`),
      );
      await answer.arrayBuffer();
      if (answer.ok) invited += 50;
    }
    trial.figure('invitations of 300 sent', `${invited}; the limit is 200 an hour`);
    trial.check('invitations: no more than for one process', invited === 200, invited);

    const report = () => ({
      reference: randomUUID().replaceAll('-', '').slice(0, 16),
      ...{ name: 'Error', message: 'made for the faults', page: '/acme', stack: '' },
    });
    await holdsAMinute('error reports in a minute', 20, () =>
      byTurns(urls, 60, (url) => post(url, 'error-report', report(), { origin: url })),
    );
    await holdsAMinute('calls of one person in a minute', 300, () =>
      byTurns(urls, 480, (url) => (admin[urls.indexOf(url)] as Program).send('GET', 'categorylist')),
    );
  },
};
