import 'server-only';
import { allow } from '@/lib/errors';
import { queueMails } from '@/lib/mail/queue';
import { canWriteAgenda } from '@/lib/meeting/policy';
import { wordsOf } from '@/lib/meeting/queries';
import { lockAgenda } from '@/lib/meeting/queries.agenda';
import { minutesOf, minutesRecord, type Reader, readersOf } from '@/lib/meeting/queries.minutes';
import type { MinutesRecord, SendMinutes } from '@/lib/meeting/schema';
import { occurrenceAt } from '@/lib/meeting/series';
import type { Ctx } from '@/lib/org';
import { instant } from '@/lib/sql';

/** To each just what they may read. Whoever has nothing to read, or has got just this already, gets no email. */
export async function sendMinutes(ctx: Ctx, { member_ids, ...input }: SendMinutes): Promise<MinutesRecord> {
  const { part, start } = await minutesOf(ctx, input);
  const { memberId: me } = ctx.actor;
  allow(
    canWriteAgenda(
      ctx.actor,
      part,
      part.attendees.some(({ memberId }) => memberId === me),
    ),
  );
  await lockAgenda(ctx, part.seriesId);
  const readers = await readersOf(ctx, part, start);
  const isWanted = ({ memberId, isInvited }: Reader) =>
    member_ids ? member_ids.includes(memberId) : isInvited && memberId !== me;
  const to = readers.filter((one) => one.email && one.lines.length > 0 && !one.isCurrent && isWanted(one));
  if (to.length === 0) return minutesRecord(ctx, readers);

  const at = new Date(start);
  const own = part.exceptions.find((one) => one.start === start);
  const { title } = wordsOf(part, start);
  const page = `meeting?${new URLSearchParams({ meeting: part.id, occurrence: at.toISOString() })}`;
  await ctx.db.minutesSent.deleteMany({
    where: { meetingId: part.id, start: at, memberId: { in: to.map(({ memberId }) => memberId) } },
  });
  await ctx.db.minutesSent.createMany({
    data: to.map(({ memberId, hash }) => ({ meetingId: part.id, start: at, memberId, hash })),
  });
  await queueMails(
    ctx,
    to.map(({ email, lines }) => ({
      to: email as string,
      template: 'minutes' as const,
      data: {
        ...{ organisation: ctx.org.name, by: ctx.actor.name, title, key: ctx.org.key, page, lines },
        starts: instant(occurrenceAt(part.series, start, own).startsAt / 1000),
        zone: part.series.zone,
      },
    })),
  );
  const attendeeIds = part.attendees.map(({ memberId }) => memberId);
  const told = to.map(({ memberId }) => memberId).filter((id) => id !== me);
  const { id, projectId, version } = part;
  ctx.happened('minutes.sent', { id, projectId, version, attendeeIds, told }, { meeting_id: id, title });
  return minutesRecord(ctx, await readersOf(ctx, part, start), to.length);
}
