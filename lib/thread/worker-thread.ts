import 'server-only';
import { once } from 'node:events';
import { join } from 'node:path';
import * as threads from 'node:worker_threads';
import { DomainError } from '@/lib/errors';
import { FairQueue } from '@/lib/fair-queue';
import { log } from '@/lib/log';

type Answer<Output> = { output?: Output; error?: { name: string; message: string } };

/** The work was ended because its time was up. */
export class TookTooLong extends Error {
  override name = 'TookTooLong';
}

// Its memory is given back when no more comes.
const IDLE_MS = 15_000;
const PATIENCE_MS = 120_000;

/**
 * Work that may take long, in a thread of its own: in the event loop everybody would wait for it, and nothing could end it.
 * Organisations take turns, one piece of work at a time.
 */
export class WorkerThread<Input, Output> {
  private readonly turns = new FairQueue(1, 1);
  private started: Promise<threads.Worker | null> | undefined;
  private idle: NodeJS.Timeout | undefined;

  /**
   * `module`: its path from the root; exports `work`, whose input and output can be cloned (`structuredClone`).
   * `here`: the same in this thread, where none can be started, as in a bundle without the sources.
   */
  constructor(
    private readonly module: string,
    private readonly limitMs: number,
    private readonly here: (input: Input) => Promise<Output>,
  ) {}

  /**
   * @param line whose turn it takes: an organisation's id
   * @throws TookTooLong; `unavailable` for who waited too long; what the work throws, as an Error of the same name
   */
  async run(input: Input, line: string): Promise<Output> {
    const turn = await this.turns.take(line, PATIENCE_MS);
    if (!turn) throw new DomainError('unavailable', 'Others are being served. Try again in a minute.');
    clearTimeout(this.idle);
    try {
      this.started ??= this.start();
      const worker = await this.started;
      return worker ? await this.ask(worker, input) : await this.here(input);
    } finally {
      clearTimeout(this.idle);
      this.idle = setTimeout(() => void this.end(), IDLE_MS).unref();
      turn.release();
    }
  }

  /** Until the next piece of work. */
  async end(): Promise<void> {
    const worker = await this.started;
    if (!worker) return;
    this.started = undefined;
    await worker.terminate();
  }

  private async ask(worker: threads.Worker, input: Input): Promise<Output> {
    worker.postMessage(input);
    const answered = once(worker, 'message', { signal: AbortSignal.timeout(this.limitMs) });
    const [{ output, error }] = (await answered.catch(async (failure: Error) => {
      await this.end();
      if (failure.name !== 'AbortError') throw failure;
      throw new TookTooLong(`${this.module} took longer than ${this.limitMs} ms.`);
    })) as [Answer<Output>];
    if (error) throw Object.assign(new Error(error.message), { name: error.name });
    return output as Output;
  }

  /** Null, and it is not tried again, where it cannot run. */
  private async start(): Promise<threads.Worker | null> {
    // As a value: a bundler would try to follow a constructor that it knows.
    const { Worker: Threaded } = threads;
    const file = join(/* turbopackIgnore: true */ process.cwd(), 'lib/thread/run-module.mjs');
    const worker = new Threaded(file, { workerData: { module: this.module } });
    worker.unref();
    worker.on('error', (error) => log('warn', 'thread', { module: this.module, error }));
    try {
      await once(worker, 'message');
    } catch {
      return null;
    }
    return worker;
  }
}
