import type { MeetingView } from '@/lib/meeting/vocabulary';

/** What the page of meetings shows, as its address says it. */
export type MeetingPlace = {
  /** The page's address without a query. */
  path: string;
  view: MeetingView;
  date: string;
  today: string;
  mine: boolean;
  /** A second clock. */
  zone: string | null;
};

/** The address of another place, and of a meeting there; what is as usual is left out. */
export function meetingHref(
  place: MeetingPlace,
  change: Partial<MeetingPlace> = {},
  meeting?: { id: string; occurrence: string },
): string {
  const { path, view, date, today, mine, zone } = { ...place, ...change };
  const query = new URLSearchParams({
    ...(view !== 'agenda' && { view }),
    ...(date !== today && { date }),
    ...(!mine && { who: 'all' }),
    ...(zone && { zone }),
    ...(meeting && { meeting: meeting.id, occurrence: meeting.occurrence }),
  });
  return query.size ? `${path}?${query}` : path;
}
