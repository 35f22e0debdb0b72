import 'server-only';
import { dueNow, nextReminder } from '@/lib/meeting/reminder';
import type { Exception } from '@/lib/meeting/series';
import { addToOutbox } from '@/lib/outbox';
import { deliveriesOf } from '@/lib/realtime/events';
import { withWorker } from '@/lib/worker';

const MOST = 100;

type Due = {
  id: string;
  title: string;
  starts_at: Date;
  time_zone: string;
  minutes: number;
  all_day: boolean;
  core: string | null;
  ends_at: Date | null;
  reminders: number[];
  remind_at: Date;
  exceptions: (Exception & { title: string | null })[];
};

/** Reminds of what is due, once, however late the schedule comes; not of what has begun. Whether there was anything. */
export const remindOfMeetings = (): Promise<boolean> =>
  withWorker(async (db) => {
    const rows = await db.$queryRaw<Due[]>`select * from claim_reminders(${MOST}::int)`;
    const now = Date.now();
    const told: { org_id: string; member_id: string }[] = [];
    for (const row of rows) {
      const { id, title, exceptions, reminders } = row;
      const series = {
        ...{ startsAt: row.starts_at.getTime(), endsAt: row.ends_at?.getTime() ?? null, zone: row.time_zone },
        ...{ minutes: row.minutes, allDay: row.all_day, core: row.core },
      };
      const next = nextReminder(series, exceptions, reminders, now);
      const due = dueNow(series, exceptions, reminders, row.remind_at.getTime(), now);
      for (const one of due.length ? due : [null]) {
        const own = exceptions.find(({ start }) => start === one?.start);
        const [start, at] = [one?.start, one?.startsAt].map((moment) =>
          moment === undefined ? null : new Date(moment),
        );
        told.push(
          ...(await db.$queryRaw<typeof told>`
            select org_id, member_id from remind_of_meeting(${id}::uuid, ${start}::timestamptz, ${at}::timestamptz,
              ${own?.title ?? title}, ${next === null ? null : new Date(next)}::timestamptz)`),
        );
      }
    }
    await addToOutbox(
      db,
      told.map(({ org_id: orgId, member_id: memberId }) => ({
        orgId,
        kind: 'realtime' as const,
        payload: deliveriesOf(orgId, { type: 'notification.added', memberId }),
      })),
    );
    return told.length > 0;
  });
