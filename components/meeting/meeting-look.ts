import { bidi } from '@/lib/bidi';
import { type Formats, formatsFor } from '@/lib/formats';
import type { CalendarMeeting } from '@/lib/meeting/calendar';
import { ANSWER_LABEL } from '@/lib/meeting/vocabulary';

/** How it is drawn: by whether it takes place, and what the reader answered. */
export function lookOf({ cancelled, invited, answer }: CalendarMeeting): string {
  if (cancelled) return 'meeting-cancelled';
  if (!invited) return 'meeting-others';
  return answer === 'yes' ? 'meeting-yes' : answer === 'no' ? 'meeting-no' : 'meeting-open';
}

export const placeOfZone = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** When it begins on its own clock, where that shows something else than the reader's. */
export function elsewhere(
  formats: Formats,
  { starts_at: at, time_zone: zone }: Pick<CalendarMeeting, 'starts_at' | 'time_zone'>,
): string | null {
  if (zone === formats.timeZone) return null;
  const there = formatsFor({ locale: formats.locale, timeZone: zone });
  return there.moment(at, 'medium') === formats.moment(at, 'medium')
    ? null
    : `${there.time(at)} in ${placeOfZone(zone)}`;
}

export const timesOf = (formats: Formats, { starts_at, ends_at, allDay }: CalendarMeeting): string =>
  allDay ? 'all day' : `${formats.time(starts_at)}–${formats.time(ends_at)}`;

/** What a screen reader hears of it besides its title and time. */
export const besidesOf = (formats: Formats, meeting: CalendarMeeting): string =>
  [
    !meeting.allDay && elsewhere(formats, meeting),
    meeting.place,
    meeting.cancelled && 'cancelled',
    !meeting.invited && 'you are not invited',
    meeting.invited && !meeting.cancelled && !meeting.answer && 'not answered',
    !meeting.cancelled && meeting.answer && `you answered ${ANSWER_LABEL[meeting.answer].toLowerCase()}`,
    meeting.repeats && 'repeats',
    meeting.client && 'shared with clients',
  ]
    .filter(Boolean)
    .map((words) => bidi`, ${words}`)
    .join('');
