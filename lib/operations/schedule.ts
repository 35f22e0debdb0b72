import 'server-only';
import { takeShare } from '@/lib/attempts/shares';
import { beginWork } from '@/lib/current-work';
import '@/lib/delivery/delivery';
import { tellFilesElsewhere } from '@/lib/file/bytes/store';
import { sweepOwnDisk } from '@/lib/file/bytes/sweep';
import { log } from '@/lib/log';
import { renewBeside } from '@/lib/markdown/rendering';
import { remindOfMeetings } from '@/lib/meeting/queries.remind';
import { noticeDueTasks, queueNotifications } from '@/lib/notification/queries.send';
import { endExpiredSessions, sweep } from '@/lib/operations/sweep';
import { kickOutbox } from '@/lib/outbox';
import { queueDueRecurrences } from '@/lib/recurrence/queries';
import { queueRules, queueRulesByDate } from '@/lib/rule/queries.run';
import { fillBeside } from '@/lib/search/queries.backlog';

// Each commit starts a delivery; the schedule catches what a crash or failure left behind.
const RETRY_MS = 5_000;
const SWEEP_MS = 10 * 60_000;
const FILL_MS = 90_000;
/** Until rules hear of what happened. */
const RULES_MS = 2_000;
/** Until emails and push hear of what happened. */
const NOTIFY_MS = 3_000;
/** Each process, as its disk may be no other's. */
const DISK_MS = 6 * 3_600_000;
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
  setInterval(() => void sweepOwnDisk().catch((error) => log('warn', 'sweep', { error })), DISK_MS).unref();
  setInterval(() => once('rendering', SWEEP_MS, renewBeside), SWEEP_MS).unref();
  setInterval(() => once('rules', RULES_MS, runRules), RULES_MS).unref();
  setInterval(() => once('rules by date', SWEEP_MS, queueRulesByDate), SWEEP_MS).unref();
  setInterval(() => once('notifications', NOTIFY_MS, notify), NOTIFY_MS).unref();
  setInterval(() => once('due tasks', SWEEP_MS, noticeDue), SWEEP_MS).unref();
  setInterval(() => once('search backlog', FILL_MS, fillBeside), FILL_MS).unref();
  kickOutbox();
  void tellFilesElsewhere();
  void once('due tasks at the start', START_MS, noticeDue);
  void once('search backlog at the start', START_MS, fillBeside);
  // After an update or a seed, texts wait to be rendered.
  void once('rendering at the start', START_MS, renewBeside);
}

/** By whichever process asks first; the others do nothing until it is due again. */
async function once(name: string, everyMs: number, work: () => Promise<unknown>): Promise<void> {
  try {
    const { granted } = await takeShare(`schedule:${name}`, 1, 1, (everyMs / 1_000) * ALMOST);
    if (!granted) return;
    const done = beginWork(`schedule ${name}`);
    await work().finally(done);
  } catch (error) {
    log('warn', name, { error });
  }
}

async function runRules(): Promise<void> {
  if (await queueRules()) kickOutbox(['work']);
}

async function notify(): Promise<void> {
  if (await queueNotifications()) kickOutbox(['work', 'live']);
}

async function noticeDue(): Promise<void> {
  if (await noticeDueTasks()) kickOutbox(['live']);
}

async function retry(): Promise<void> {
  await endExpiredSessions().catch((error) => log('warn', 'sessions', { error }));
  await queueDueRecurrences().catch((error) => log('warn', 'recurrences', { error }));
  await remindOfMeetings().catch((error) => log('warn', 'reminders', { error }));
  kickOutbox();
}
