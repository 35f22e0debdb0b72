import { Agent, type ClientRequest, request } from 'node:http';

export type Target = {
  /** One for all requests, or a new one for each. */
  url: string | (() => string);
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** A body for each request. */
  body?: () => string;
};
/** Requests a second, times in ms, and how many answers were not 2xx. */
export type Pace = { rps: number; p50: number; p99: number; refused: number };

/**
 * Closed-loop load on a loopback address: each connection sends its next request when the last is answered. Bodies are
 * read and thrown away.
 */
export async function load(
  { url, method = 'GET', headers = {}, body }: Target,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Pace> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let refused = 0;
  const from = performance.now();
  const until = from + seconds * 1000;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const text = body?.();
      const length = text !== undefined && { 'content-length': Buffer.byteLength(text) };
      const sent: ClientRequest = request(
        typeof url === 'string' ? url : url(),
        { method, agent, headers: { ...headers, ...length } },
        (response) => {
          response.resume();
          if ((response.statusCode ?? 500) >= 300) refused++;
          response.on('end', resolve).on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const start = performance.now();
        await one();
        times.push(performance.now() - start);
      }
    }),
  );
  const elapsed = (performance.now() - from) / 1000;
  agent.destroy();
  return { rps: times.length / elapsed, p50: quantile(times, 0.5), p99: quantile(times, 0.99), refused };
}

/** The number below which this part of them lies; none of none. */
export const quantile = (numbers: readonly number[], part: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? Number.NaN;

const ROUNDS = 3;
const WARM_SECONDS = 2;

export const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const together = (paces: Pace[]): Pace => ({
  rps: middle(paces.map(({ rps }) => rps)),
  p50: middle(paces.map(({ p50 }) => p50)),
  p99: middle(paces.map(({ p99 }) => p99)),
  refused: paces.reduce((sum, { refused }) => sum + refused, 0),
});

/** Both by turns, three times, so that noise of the machine meets both: the median of each, and of their ratios. */
export async function compare(ours: Target, base: Target, at: { connections: number; seconds: number }) {
  for (const target of [base, ours]) await load(target, { ...at, seconds: WARM_SECONDS });
  const rounds: [Pace, Pace][] = [];
  const turn = { ...at, seconds: at.seconds / ROUNDS };
  for (let round = 0; round < ROUNDS; round++) rounds.push([await load(ours, turn), await load(base, turn)]);
  return {
    ours: together(rounds.map(([one]) => one)),
    base: together(rounds.map(([, other]) => other)),
    ratio: middle(rounds.map(([one, other]) => one.rps / other.rps)),
  };
}
