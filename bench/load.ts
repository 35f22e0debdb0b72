import { Agent, type ClientRequest, request } from 'node:http';

export type Load = {
  url: string;
  connections: number;
  seconds: number;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** A body for each request. */
  body?: () => string;
};

/**
 * Closed-loop load on a loopback address: each connection sends its next request when the last is answered. Bodies are
 * read and thrown away. Throws when an answer is not 2xx: a figure of refusals would mean nothing.
 */
export async function load({
  url,
  connections,
  seconds,
  method = 'GET',
  headers = {},
  body,
}: Load): Promise<{ rps: number; p50: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const from = performance.now();
  const until = from + seconds * 1000;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const text = body?.();
      const sent: ClientRequest = request(
        url,
        {
          method,
          agent,
          headers: { ...headers, ...(text !== undefined && { 'content-length': Buffer.byteLength(text) }) },
        },
        (response) => {
          response.resume();
          if ((response.statusCode ?? 500) >= 300)
            reject(new Error(`${method} ${url} answered ${response.statusCode}`));
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
  times.sort((a, b) => a - b);
  const quantile = (q: number) => times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0;
  return { rps: times.length / elapsed, p50: quantile(0.5), p99: quantile(0.99) };
}
