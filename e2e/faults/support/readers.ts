import http from 'node:http';
import { until } from './fault';

export const READERS = 8;
const ANSWER_MS = 30_000;

const PATHS = ['/acme/login', '/healthz', '/'];

/** How a request ends: the status of a whole answer, or what went wrong. */
export const endOf = (url: string, agent?: http.Agent) =>
  new Promise<string>((resolve) => {
    const request = http.get(url, { agent }, (answer) => {
      answer.on('error', () => {});
      answer.on('close', () => resolve(answer.complete ? String(answer.statusCode) : 'incomplete answer')).resume();
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    request.setTimeout(ANSWER_MS, () => request.destroy(new Error('no answer')));
  });

/** Eight readers, by kept and by fresh connections. Counts what was answered, and how a request went wrong. */
export class Readers {
  served = 0;
  readonly wrong: string[] = [];
  #stopped = false;
  readonly #work: Promise<unknown>;

  constructor(url: string) {
    const reader = async (at: number) => {
      const agent = at % 2 ? new http.Agent({ keepAlive: true, maxSockets: 1 }) : undefined;
      for (let n = at; !this.#stopped; n++) {
        const end = await endOf(`${url}${PATHS[n % PATHS.length]}`, agent);
        if (end === '200') this.served++;
        else this.wrong.push(end);
      }
    };
    this.#work = Promise.all(Array.from({ length: READERS }, (_, at) => reader(at)));
  }

  /** Waits until this many more were answered. */
  async more(count: number): Promise<void> {
    const goal = this.served + count;
    await until(`${count} more answers`, () => this.served >= goal, 120_000);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#work;
  }
}
