import { Program } from '../support/program';
import { type Fault, until } from './support/fault';
import { Installation } from './support/installation';
import { Writers } from './support/writers';

/** Addresses of every kind: pages without and with a seat, next-auth's own, the API, bytes, what watches. */
const ADDRESSES = [
  '/',
  '/acme/login',
  '/acme/dashboard',
  '/acme/projectdetails?project=WEB&tab=board',
  '/acme/taskpage?task=WEB-1',
  '/profile',
  '/api/auth/session',
  '/api/loggedInUser',
  '/api/taskList',
  '/readyz',
];
/** What needs no database may answer as ever. */
const UNTOUCHED = [200, 307, 308];

export const fault: Fault = {
  promise: 'while the database is away calls answer 503 with Retry-After, and pages say so and try again by themselves',
  async run(trial) {
    const installation = await Installation.start(trial, { relayed: true });
    const { relay } = installation;
    if (!relay) throw new Error('There is no relay');
    const program = await Program.signIn(installation.url, 'leader', 'acme');
    const { cookie } = program;
    const open = (address: string, headers: Record<string, string> = {}) =>
      fetch(installation.url + address, {
        redirect: 'manual',
        headers: { accept: 'text/html,*/*;q=0.8', cookie, ...headers },
        signal: AbortSignal.timeout(20_000),
      });
    for (const address of ADDRESSES) {
      const { status } = await open(address);
      if (!UNTOUCHED.includes(status)) throw new Error(`${address} answers ${status} before anything has failed`);
    }
    const writers = await Writers.start(installation, 10);
    for (const [how, fail] of [
      ['refuses', () => relay.cut()],
      ['is silent', () => relay.swallow()],
    ] as const) {
      await writers.more(30, 60_000);
      fail();
      const wrong: string[] = [];
      let told = 0;
      let longest = 0;
      let slowest = '';
      const ask = async (address: string) => {
        const since = performance.now();
        const answer = await open(address).catch((error: Error) => error);
        const took = performance.now() - since;
        if (took > longest) [longest, slowest] = [took, address];
        if (answer instanceof Error) return void wrong.push(`${address}: ${answer.message}`);
        const text = await answer.text();
        if (answer.status === 200 || answer.status === 307) return;
        const isPage = !/^\/(api|readyz)/.test(address);
        // Next gives pages no other status; by the error's reference the error page knows to try again.
        if (answer.status !== (isPage ? 500 : 503)) return void wrong.push(`${address}: ${answer.status}`);
        if (isPage && !text.includes('unavailable-')) wrong.push(`${address}: does not try again`);
        if (!isPage && !answer.headers.has('retry-after')) wrong.push(`${address}: no Retry-After`);
        told++;
      };
      for (let round = 0; round < 3; round++) await Promise.all(ADDRESSES.map(ask));
      trial.figure(`the database ${how}: told to come back`, `${told} of ${3 * ADDRESSES.length}`);
      trial.figure(`the database ${how}: longest wait of a reader, ms`, `${Math.round(longest)} (${slowest})`);
      trial.check(
        `the database ${how}: nobody is told anything else`,
        wrong.length === 0,
        [...new Set(wrong)].slice(0, 8),
      );
      trial.check(`the database ${how}: readers are told within eight seconds`, longest < 8_000, Math.round(longest));
      relay.pass();
      const back = async () => (await open('/acme/dashboard')).status === 200;
      trial.figure(`after it ${how}: pages again after, ms`, await until('the dashboard', back, 30_000));
    }
    await writers.more(20, 30_000);
    await writers.stop();
    await writers.verify(trial);
    const untold = writers.attempts.filter(
      ({ status, retryAfter }) => status !== 201 && !(status === 503 && retryAfter),
    );
    trial.check('writers were told when to come back', untold.length === 0, untold.slice(0, 5));
  },
};
