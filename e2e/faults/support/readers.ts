import http from 'node:http';
import { until } from './fault';

export const READERS = 8;
const ANSWER_MS = 30_000;

/** What a page loads of a build, by URL without its host. */
export const partsOf = (html: string) => new Set(html.match(/\/_next\/static\/[\w@~./-]+/g));

/**
 * Eight readers of `paths`, by kept and by fresh connections; with `parts` each fetches what a page names of
 * `/_next/static/` too, as a browser would. Counts what was answered, and how a request went wrong.
 */
export class Readers {
  served = 0;
  readonly wrong: string[] = [];
  #stopped = false;
  readonly #work: Promise<unknown>;

  constructor(
    private readonly url: string,
    { paths = ['/acme/login', '/healthz', '/'], parts = false } = {},
  ) {
    const read = async (agent: http.Agent | false, path: string) => {
      const { end, text } = await this.#get(agent, path);
      if (end === '200') this.served++;
      else this.wrong.push(parts ? `${end} ${path}` : end);
      return text;
    };
    const reader = async (at: number) => {
      const agent = at % 2 ? new http.Agent({ keepAlive: true, maxSockets: 1 }) : false;
      for (let n = at; !this.#stopped; n++) {
        const text = await read(agent, paths[n % paths.length] as string);
        if (parts) for (const part of partsOf(text)) await read(agent, part);
      }
    };
    this.#work = Promise.all(Array.from({ length: READERS }, (_, at) => reader(at)));
  }

  #get(agent: http.Agent | false, path: string) {
    return new Promise<{ end: string; text: string }>((resolve) => {
      let text = '';
      const request = http.get(this.url + path, { agent: agent || undefined }, (answer) => {
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.on('error', () => {});
        answer.on('close', () =>
          resolve({ end: answer.complete ? String(answer.statusCode) : 'incomplete answer', text }),
        );
      });
      request.on('error', (error: NodeJS.ErrnoException) => resolve({ end: error.code ?? error.message, text: '' }));
      request.setTimeout(ANSWER_MS, () => request.destroy(new Error('no answer')));
    });
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
