import 'server-only';
import { kickOutbox } from '@/lib/delivery/delivery';
import { log } from '@/lib/log';
import { renewRendered } from '@/lib/markdown/rendering';
import { endExpiredSessions, sweep } from '@/lib/operations/sweep';

// Each commit starts a delivery; the schedule catches what a crash or failure left behind.
const RETRY_MS = 5_000;
const SWEEP_MS = 10 * 60_000;

const held = globalThis as { guildhallSchedules?: true };

/** Once per process. */
export function startSchedules(): void {
  if (held.guildhallSchedules) return;
  held.guildhallSchedules = true;
  setInterval(retry, RETRY_MS).unref();
  setInterval(() => sweep().catch((error) => log('warn', 'sweep', { error })), SWEEP_MS).unref();
  setInterval(renew, SWEEP_MS).unref();
  kickOutbox();
  void renew();
}

async function retry(): Promise<void> {
  await endExpiredSessions().catch((error) => log('warn', 'sessions', { error }));
  kickOutbox();
}

/** After an update or a seed, texts wait to be rendered. */
const renew = () => renewRendered().catch((error) => log('warn', 'rendering', { error }));
