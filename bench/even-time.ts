/**
 * `npm run bench:sign-in`: whether a wrong password, an unknown address and another organisation's member can be told apart
 * by the clock. They take turns, so that the machine's other work meets all of them; what counts is the ratio of medians.
 */
import type pg from 'pg';
import { quantile } from './load';
import { onOwnDatabase } from './own-database';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200);

async function measure(owner: pg.Client): Promise<void> {
  process.env.RATE_LIMIT_FACTOR = '1000000';
  const { signInWithPassword } = await import('../lib/session/sign-in');
  const cases = {
    'wrong password': 'user@acme.test',
    'unknown address': 'nobody@acme.test',
    'member of another organisation': 'user@globex.test',
  };
  const input = (email: string) => ({ email, password: 'wrong horse battery staple', sub_domain: 'acme' });
  const empty = () => Object.fromEntries(Object.keys(cases).map((name) => [name, [] as number[]]));
  const [wall, processor] = [empty(), empty()];
  for (let round = -10; round < ROUNDS; round++) {
    await owner.query('delete from rate_limit');
    const order = Object.entries(cases).sort(() => Math.random() - 0.5);
    for (const [name, email] of order) {
      const [start, before] = [performance.now(), process.cpuUsage()];
      const failure = await signInWithPassword(input(email), 'bearer', { ip: '127.0.0.1' }).catch((error) => error);
      const [took, used] = [performance.now() - start, process.cpuUsage(before)];
      if (failure.code !== 'unauthenticated') throw failure;
      if (round < 0) continue;
      wall[name]?.push(took);
      processor[name]?.push((used.user + used.system) / 1000);
    }
  }
  const first = 'unknown address';
  const base = { wall: quantile(wall[first] as number[], 0.5), processor: quantile(processor[first] as number[], 0.5) };
  for (const name of Object.keys(cases)) {
    const [ms, cpu] = [quantile(wall[name] as number[], 0.5), quantile(processor[name] as number[], 0.5)];
    console.log(
      `${name.padEnd(32)} median ${ms.toFixed(1)} ms (ratio ${(ms / base.wall).toFixed(3)}), processor ${cpu.toFixed(1)} ms (ratio ${(cpu / base.processor).toFixed(3)}), n=${ROUNDS}`,
    );
  }
}

const fill = async (owner: pg.Client) => {
  const { insertFixtures } = await import('../lib/test/fixtures');
  await insertFixtures(owner);
};

await onOwnDatabase('even_time', fill, measure);
