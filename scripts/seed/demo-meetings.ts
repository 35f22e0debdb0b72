import { generateNKeysBetween } from 'fractional-indexing';
import type pg from 'pg';
import { planSeries } from '../../lib/meeting/series';
import { momentAt, wallAt } from '../../lib/meeting/zones';
import { mondayOf } from '../../lib/working-days';
import { insertRows, type Row, seedId } from './rows';

const ZONE = 'Europe/Berlin';
const DAY = 86_400_000;

export type DemoMeeting = {
  title: string;
  by: string;
  people: string[];
  project?: string;
  client?: true;
  rule?: string;
  /** The first one: so many weeks before this one, on this day of it (1 Monday) at this time in Berlin. */
  weeksAgo: number;
  weekday: number;
  time: string;
  minutes: number;
  url?: string;
  place?: string;
  reminders: number[];
  answers: Record<string, 'yes' | 'no' | 'maybe'>;
  cancelled?: { weeksAhead: number; reason: string };
  agenda: {
    title: string;
    minutes?: number;
    owner?: string;
    client?: true;
    decision?: true;
    notes?: string;
    first?: true;
  }[];
};

/** Of this week, whenever the demo is loaded. */
export async function addMeetings(
  client: pg.ClientBase,
  key: string,
  meetings: readonly DemoMeeting[],
  now: Date,
): Promise<void> {
  const org_id = seedId(key);
  const rows: Record<string, Row[]> = { meeting: [], meeting_exception: [], meeting_attendee: [], agenda_item: [] };
  const monday = mondayOf(Math.floor(wallAt(now.getTime(), ZONE) / DAY));
  const at = new Date(now.getTime() - 40 * DAY).toISOString();
  for (const one of meetings) {
    const [hours = 0, minutes = 0] = one.time.split(':').map(Number);
    const wall = (weeks: number) => (monday + weeks * 7 + one.weekday - 1) * DAY + (hours * 60 + minutes) * 60_000;
    const startsAt = momentAt(wall(-one.weeksAgo), ZONE);
    const series = planSeries({ startsAt, zone: ZONE, minutes: one.minutes, allDay: false, rule: one.rule ?? null });
    if ('refused' in series) throw new Error(series.refused);
    const id = seedId(`${key} meeting ${one.title}`);
    const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
    rows.meeting?.push({
      ...{ id, org_id, series_id: id, project_id: one.project ? seedId(`${key} ${one.project}`) : null },
      ...{ audience: one.client ? 'client' : 'internal', organiser_id: seedId(`${key}.${one.by}`), title: one.title },
      ...{ place: one.place ?? '', url: one.url ?? '', starts_at: moment(series.startsAt), time_zone: ZONE },
      ...{
        minutes: one.minutes,
        all_day: false,
        rule: one.rule ?? null,
        core: series.core,
        ends_at: moment(series.endsAt),
      },
      // The schedule reminds of what is due from now on, and plans the next.
      remind_at: one.reminders.length ? now.toISOString() : null,
      ...{ reminders: one.reminders, reason: '', sequence: 0, version: 1, created_at: at, updated_at: at },
    });
    for (const seat of [one.by, ...one.people])
      rows.meeting_attendee?.push({
        ...{ org_id, meeting_id: id, member_id: seedId(`${key}.${seat}`), note: '' },
        answer: seat === one.by ? 'yes' : (one.answers[seat] ?? null),
      });
    if (one.cancelled)
      rows.meeting_exception?.push({
        ...{ org_id, meeting_id: id, start: moment(momentAt(wall(one.cancelled.weeksAhead), ZONE)) },
        ...{ cancelled: true, reason: one.cancelled.reason, sequence: 1 },
      });
    const ranks = generateNKeysBetween(null, null, one.agenda.length);
    for (const [place, line] of one.agenda.entries())
      rows.agenda_item?.push({
        ...{ id: seedId(`${key} line ${line.title}`), org_id, meeting_id: id, rank: ranks[place] },
        // Of the first meeting of a series; what is open of it stands in those that follow.
        start: line.first ? moment(series.startsAt) : null,
        ...{ audience: line.client ? 'client' : 'internal', title: line.title, minutes: line.minutes ?? null },
        ...{ notes: line.notes ?? '', owner_id: line.owner ? seedId(`${key}.${line.owner}`) : null, done: false },
        ...{ decision: line.decision ?? false, decided_at: line.decision ? at : null },
        ...{ created_by_id: seedId(`${key}.${one.by}`), version: 1, created_at: at, updated_at: at },
      });
  }
  for (const [table, content] of Object.entries(rows)) await insertRows(client, table, content);
}
