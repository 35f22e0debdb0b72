import 'server-only';
import { formatsFor } from '@/lib/formats';
import { startOfDay } from '@/lib/formats/clock';
import { meetingsBetween } from '@/lib/meeting/queries';
import type { MeetingLine } from '@/lib/meeting/schema';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';

const DAY = 86_400_000;
/** Days that are looked through for the next one. */
const AHEAD = 30;

/** The caller's own, on their day, cancelled ones too. */
export async function meetingsToday(ctx: Ctx): Promise<MeetingLine[]> {
  const { actor } = ctx;
  if (!mayEver(actor, 'meeting.view')) return [];
  const begin = (at: number) => Date.parse(startOfDay(formatsFor(actor).today(at), actor.timeZone));
  const from = begin(Date.now());
  // Days have 23 to 25 hours.
  return meetingsBetween(ctx, { from, to: begin(from + 1.5 * DAY), attendee: actor.memberId });
}

/** Where there is none today: the caller's next one that takes place. */
export async function nextMeeting(ctx: Ctx): Promise<MeetingLine | null> {
  const { actor } = ctx;
  if (!mayEver(actor, 'meeting.view')) return null;
  const from = Date.now();
  const lines = await meetingsBetween(ctx, { from, to: from + AHEAD * DAY, attendee: actor.memberId });
  return lines.find(({ status }) => status === 'confirmed') ?? null;
}
