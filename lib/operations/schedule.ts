import 'server-only';
import { takeShare } from '@/lib/attempts/shares';
import '@/lib/delivery/delivery';
import { log } from '@/lib/log';
import { renewBeside } from '@/lib/markdown/rendering';
import { endExpiredSessions, sweep } from '@/lib/operations/sweep';
import { kickOutbox } from '@/lib/outbox';

// Each commit starts a delivery; the schedule catches what a crash or failure left behind.
const RETRY_MS = 5_000;
const SWEEP_MS = 10 * 60_000;
/** Processes that start together begin within this time. */
const START_MS = 30_000;
/** Part of an interval after which the next run may begin: timers of two processes are never quite in step. */
const ALMOST = 0.9;

const held = globalThis as { guildhallSchedules?: true };

/** Once per process. */
export function startSchedules(): void {
  if (held.guildhallSchedules) return;
  held.guildhallSchedules = true;
  setInterval(retry, RETRY_MS).unref();
  setInterval(() => once('sweep', SWEEP_MS, sweep), SWEEP_MS).unref();
  setInterval(() => once('rendering', SWEEP_MS, renewBeside), SWEEP_MS).unref();
  kickOutbox();
  // After an update or a seed, texts wait to be rendered.
  void once('rendering at the start', START_MS, renewBeside);
}

/** By whichever process asks first; the others do nothing until it is due again. */
async function once(name: string, everyMs: number, work: () => Promise<unknown>): Promise<void> {
  try {
    const { granted } = await takeShare(`schedule:${name}`, 1, 1, (everyMs / 1_000) * ALMOST);
    if (granted) await work();
  } catch (error) {
    log('warn', name, { error });
  }
}

async function retry(): Promise<void> {
  await endExpiredSessions().catch((error) => log('warn', 'sessions', { error }));
  kickOutbox();
}
