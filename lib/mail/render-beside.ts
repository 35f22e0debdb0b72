import 'server-only';
import { join } from 'node:path';
import * as threads from 'node:worker_threads';
import { formatsFor, type Reader } from '@/lib/formats';
import { log } from '@/lib/log';
import type { OpenedMail } from '@/lib/mail/queue';
import type { RenderedMail } from '@/lib/mail/render';
import type { MailBrand } from '@/lib/mail/templates/layout';

/** Thousands of emails are rendered in a thread of their own: here each takes milliseconds from everybody's calls. */

type Waiting = { resolve: (mail: RenderedMail) => void; reject: (error: Error) => void };
type Thread = {
  worker: threads.Worker;
  waiting: Map<number, Waiting>;
  running: boolean;
  /** Resolves when it runs, or ended. */
  ready: Promise<void>;
  idle?: NodeJS.Timeout;
};
type Answer = { ready?: true; number: number; mail?: RenderedMail; failure?: string };

const held = globalThis as { guildhallMailThread?: Thread | null };
// Its memory is given back when no more come.
const IDLE_MS = 15_000;
let numbers = 0;

/** In this thread; the renderer is loaded with the first email. */
export async function renderHere(
  mail: OpenedMail,
  brand: MailBrand | undefined,
  reader: Reader,
): Promise<RenderedMail> {
  const { renderMail } = await import('@/lib/mail/render');
  return renderMail(mail, brand, formatsFor(reader));
}

/** Where there is no thread, as in a bundle without the sources, and until it is ready, it is rendered here. */
export async function renderBeside(
  mail: OpenedMail,
  brand: MailBrand | undefined,
  reader: Reader,
): Promise<RenderedMail> {
  const thread = mailThread();
  if (!thread?.running) return renderHere(mail, brand, reader);
  clearTimeout(thread.idle);
  const number = ++numbers;
  try {
    return await new Promise((resolve, reject) => {
      thread.waiting.set(number, { resolve, reject });
      thread.worker.postMessage({ number, mail, brand, reader });
    });
  } finally {
    thread.waiting.delete(number);
    clearTimeout(thread.idle);
    if (!thread.waiting.size) thread.idle = setTimeout(() => void endMailThread(thread), IDLE_MS).unref();
  }
}

/** Starts it, unless it could not start before: null. */
export function mailThread(): Thread | null {
  if (held.guildhallMailThread === undefined) {
    try {
      held.guildhallMailThread = start();
    } catch (error) {
      held.guildhallMailThread = without(error);
    }
  }
  return held.guildhallMailThread;
}

/** Until the next email. */
export async function endMailThread(thread = held.guildhallMailThread): Promise<void> {
  clearTimeout(thread?.idle);
  if (held.guildhallMailThread === thread) held.guildhallMailThread = undefined;
  await thread?.worker.terminate();
}

function without(error: unknown): null {
  log('warn', 'mail-thread', { error });
  return null;
}

function start(): Thread {
  // As a value: a bundler would try to follow a constructor that it knows.
  const { Worker: Threaded } = threads;
  const worker = new Threaded(join(/* turbopackIgnore: true */ process.cwd(), 'lib/mail/render-thread.mjs'));
  worker.unref();
  const waiting = new Map<number, Waiting>();
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const thread: Thread = { worker, waiting, running: false, ready };
  worker.on('message', ({ ready, number, mail, failure }: Answer) => {
    if (ready) {
      thread.running = true;
      isReady();
    } else if (mail) waiting.get(number)?.resolve(mail);
    else waiting.get(number)?.reject(new Error(failure));
  });
  const ended = (error?: unknown) => {
    thread.running = false;
    isReady();
    if (held.guildhallMailThread === thread) held.guildhallMailThread = error ? without(error) : undefined;
    for (const { reject } of waiting.values()) reject(new Error('The thread that renders emails ended.'));
  };
  worker.on('error', ended);
  worker.on('exit', (code) => ended(thread.running || code === 1 ? undefined : new Error(`ended with ${code}`)));
  return thread;
}
