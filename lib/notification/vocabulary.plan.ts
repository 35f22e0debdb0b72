/** What of a person's notifications is sent now, and when the rest is. Runs anywhere. Moments in ms since 1970. */
import { clockAt, momentOf } from '@/lib/formats/clock';
import type { Channels, Topic } from '@/lib/notification/vocabulary';

/** So long somebody who is there may read it first. */
const EMAIL_AFTER_MS = 30_000;
/** Of what was said in a room; the trigger `place_notification` says the same. */
const CHAT_PUSH_AFTER_MS = 10_000;
/** Emails at once about one room, while nobody reads it. */
const CHAT_EMAIL_EVERY_MS = 3_600_000;

export type Waiting = {
  id: string;
  topic: Topic;
  /** What it is about: those of one subject are sent together. */
  subject: string;
  created_at: number;
  /** Read, archived or away: it need not be said a second time. */
  seen: boolean;
  mailed: boolean;
  pushed: boolean;
  /** Of what was said in a room: when an email last left about what is unread there. */
  chat?: { mailed_at: number | null } | undefined;
};

type QuietHours = { from: string; to: string } | null;

export type Choices = {
  events: Record<Topic, Channels>;
  emails: boolean;
  digest: { hour: number };
  quiet_hours: QuietHours;
};

export type Plan = {
  push: Waiting[];
  /** At once, by subject. */
  email: Waiting[];
  digest: Waiting[];
  /** By id: when it is looked at again; null: never. */
  next: Map<string, number | null>;
};

/** `pushes`: whether there is anywhere to push to. */
export function planOf(
  waiting: readonly Waiting[],
  choices: Choices,
  { now, zone, pushes }: { now: number; zone: string; pushes: boolean },
): Plan {
  const quiet = quietUntil(now, choices.quiet_hours, zone);
  const plan: Plan = { push: [], email: [], digest: [], next: new Map() };
  for (const one of waiting) {
    const { push, email } = choices.events[one.topic];
    const due: number[] = [];
    const send = (at: number, list: Waiting[]) => {
      const when = Math.max(at, quiet ?? 0);
      if (when <= now) list.push(one);
      else due.push(when);
    };
    if (!one.seen && push && pushes && !one.pushed)
      send(one.created_at + (one.chat ? CHAT_PUSH_AFTER_MS : 0), plan.push);
    if (!one.seen && email && choices.emails && !one.mailed) {
      const again = one.chat?.mailed_at ? one.chat.mailed_at + CHAT_EMAIL_EVERY_MS : 0;
      if (email === true) send(Math.max(one.created_at + EMAIL_AFTER_MS, again), plan.email);
      else send(nextHour(one.created_at, choices.digest.hour, zone), plan.digest);
    }
    plan.next.set(one.id, due.length ? Math.min(...due) : null);
  }
  return plan;
}

/** In the order in which each comes first. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** When the quiet hours that hold at `moment` end; null: they do not hold. */
export function quietUntil(moment: number, hours: QuietHours, zone: string): number | null {
  if (!hours) return null;
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  const clock = clockAt(moment, zone);
  const overnight = from > to;
  const quiet = overnight ? clock.minutes >= from || clock.minutes < to : clock.minutes >= from && clock.minutes < to;
  if (!quiet) return null;
  return momentOf(clock, to, overnight && clock.minutes >= from ? 1 : 0, zone);
}

/** The next full hour of that name after `moment`. */
export function nextHour(moment: number, hour: number, zone: string): number {
  const clock = clockAt(moment, zone);
  const today = momentOf(clock, hour * 60, 0, zone);
  return today > moment ? today : momentOf(clock, hour * 60, 1, zone);
}
