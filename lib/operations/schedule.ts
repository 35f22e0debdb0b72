import 'server-only';
import { kickOutbox } from '@/lib/delivery/delivery';
import { log } from '@/lib/log';
import { renewRendered } from '@/lib/markdown/rendering';
import { endExpiredSessions, sweep } from '@/lib/operations/sweep';

// A kick follows each commit; the schedule is for what was left behind by a crash or a failed delivery.
const RETRY_MS = 5_000;
const SWEEP_MS = 10 * 60_000;

const held = globalThis as { guildhallSchedules?: true };

/** Starts the schedules of this process, once: deliveries that wait, and the sweep. */
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

/** After an update of the product, and after a seed: texts wait to be rendered anew. */
const renew = () => renewRendered().catch((error) => log('warn', 'rendering', { error }));
