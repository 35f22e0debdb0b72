import { randomUUID } from 'node:crypto';
import { Program, type Task } from '../../support/program';
import { pause, type Trial } from './fault';
import type { Installation } from './installation';

/** One try of a write: what was answered, and when. */
interface Attempt {
  /** HTTP status; 0 when no complete answer came. */
  status: number;
  data?: unknown;
  /** Whether a refusal said when to come back. */
  retryAfter: boolean;
  /** Milliseconds until the answer, or until there was none any more. */
  took: number;
  /** `performance.now()` at that moment. */
  at: number;
}

const GIVE_UP_MS = 30_000;

/** Tries a write under `key` once. */
export async function attempt(program: Program, path: string, body: unknown, key: string): Promise<Attempt> {
  const since = performance.now();
  const answered = await program
    .send('POST', path, body, { headers: { 'idempotency-key': key }, signal: AbortSignal.timeout(GIVE_UP_MS) })
    .then(async (answer) => ({
      status: answer.status,
      retryAfter: answer.headers.has('retry-after'),
      data: ((await answer.json()) as { data: unknown }).data,
    }))
    .catch(() => ({ status: 0, retryAfter: false }));
  const at = performance.now();
  return { ...answered, took: at - since, at };
}

const LONGEST_PAUSE_MS = 500;

/** People's programs that go on writing: each creates tasks and comments on them, and repeats what was not acknowledged. */
export class Writers {
  readonly attempts: Attempt[] = [];
  readonly #tasks = new Map<string, Task>();
  readonly #comments = new Set<string>();
  readonly #run = randomUUID().slice(0, 8);
  #stopped = false;
  #work: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly installation: Installation,
    private readonly program: Program,
    private readonly project: string,
  ) {}

  /** Starts `count` writers in the project WEB of Acme, signed in as its leader. */
  static async start(installation: Installation, count: number): Promise<Writers> {
    const program = await Program.signIn(installation.url, 'leader', 'acme');
    const writers = new Writers(installation, program, await program.projectId('WEB'));
    writers.#work = Promise.all(Array.from({ length: count }, (_, writer) => writers.#write(writer)));
    return writers;
  }

  /** How many writes were acknowledged. */
  get acknowledged(): number {
    return this.#tasks.size + this.#comments.size;
  }

  /** Waits until this many more have been acknowledged. @returns milliseconds. @throws Error when that takes too long */
  async more(count: number, withinMs: number): Promise<number> {
    const since = performance.now();
    const goal = this.acknowledged + count;
    while (this.acknowledged < goal) {
      if (performance.now() - since > withinMs)
        throw new Error(`${this.acknowledged - goal + count} of ${count} writes within ${withinMs / 1_000} s`);
      await pause(25);
    }
    return Math.round(performance.now() - since);
  }

  /** Begins nothing new; what is under way gets its answer. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#work;
  }

  /** Milliseconds from `moment` (`performance.now()`) to the first acknowledgement of a write begun after it. */
  recoveredAfter(moment: number): number | null {
    const next = this.attempts.find(({ status, at, took }) => status === 201 && at - took > moment);
    return next ? Math.round(next.at - moment) : null;
  }

  /** Looks into the database: each acknowledged write is there, none is there twice. Prints and checks it. */
  async verify({ figure, check }: Trial): Promise<void> {
    const like = `${this.#run} %`;
    const tasks = await this.installation.query<{ title: string; times: number }>(
      'select title, count(*)::int as times from task where title like $1 group by 1',
      [like],
    );
    const comments = await this.installation.query<{ body: string; times: number }>(
      'select body, count(*)::int as times from comment where body like $1 group by 1',
      [like],
    );
    const stored = new Map([
      ...tasks.map((row) => [row.title, row.times]),
      ...comments.map((r) => [r.body, r.times]),
    ] as [string, number][]);
    const lost = [...this.#tasks.keys(), ...this.#comments].filter((text) => !stored.has(text));
    const doubled = [...stored].filter(([, times]) => times > 1);
    const refused = new Map<string, number>();
    for (const { status, retryAfter } of this.attempts) {
      if (status === 201) continue;
      const name = status === 0 ? 'no answer' : `${status}${retryAfter ? '' : ' without Retry-After'}`;
      refused.set(name, (refused.get(name) ?? 0) + 1);
    }
    figure('writes acknowledged', this.acknowledged);
    figure('told otherwise', [...refused].map(([name, times]) => `${times} × ${name}`).join(', ') || 'none');
    figure('longest wait for an answer, ms', Math.round(Math.max(0, ...this.attempts.map(({ took }) => took))));
    check('every acknowledged write is stored', lost.length === 0, lost.slice(0, 5));
    check('nothing is stored twice', doubled.length === 0, doubled.slice(0, 5));
  }

  async #write(writer: number): Promise<void> {
    for (let at = 0; !this.#stopped; at++) {
      const title = `${this.#run} ${writer}.${at}`;
      const task = (await this.#insist('Task', { project_id: this.project, title })) as Task | null;
      if (!task) return;
      this.#tasks.set(title, task);
      const body = `${this.#run} about ${writer}.${at}`;
      if (await this.#insist('addTaskComment', { task_id: task._id, body })) this.#comments.add(body);
    }
  }

  /** Repeats a write under one key until it is acknowledged, or until the writers are stopped. */
  async #insist(path: string, body: unknown): Promise<unknown> {
    const key = randomUUID();
    do {
      const tried = await attempt(this.program, path, body, key);
      this.attempts.push(tried);
      if (tried.status === 201) return tried.data;
      if (tried.status >= 400 && ![409, 429, 500, 502, 503, 504].includes(tried.status))
        throw new Error(`${path} was refused with ${tried.status}`);
      await pause(LONGEST_PAUSE_MS * Math.random());
    } while (!this.#stopped);
    return null;
  }
}
