import type { Formats } from '@/lib/formats';
import { formatsFor } from '@/lib/formats';
import { Action, Line, type Mail, Quote, Sheet } from '@/lib/mail/templates/layout';

const SAYS = {
  invited: (by: string) => `${by} invites you to a meeting.`,
  changed: (by: string) => `${by} changed this meeting.`,
  cancelled: (by: string) => `${by} cancelled this meeting.`,
};

/** With the meeting for the reader's own calendar. `starts`: ISO 8601; `day`: it lasts whole days. */
export const meeting = (
  {
    organisation,
    by,
    title,
    place,
    reason,
    key,
    kind,
    starts,
    zone,
    day,
    repeats,
  }: {
    organisation: string;
    by: string;
    title: string;
    place: string;
    reason: string;
    key: string;
    kind: keyof typeof SAYS;
    starts: string;
    zone: string;
    day: boolean;
    repeats: string | null;
  },
  formats: Formats,
): Mail => {
  const there = formatsFor({ locale: formats.locale, timeZone: zone });
  const when = day ? there.dayOf(starts, 'full') : there.moment(starts, 'full');
  const own = !day && formats.timeZone !== zone ? ` (${formats.moment(starts, 'full')} in ${formats.timeZone})` : '';
  return {
    subject: `${kind === 'cancelled' ? 'Cancelled: ' : kind === 'changed' ? 'Changed: ' : ''}${title}`,
    body: (
      <Sheet
        preview={`${SAYS[kind](by)} ${when}`}
        title={title}
        why={`You are invited to this meeting of ${organisation}.`}
      >
        <Line>{SAYS[kind](by)}</Line>
        {reason && <Quote>{reason}</Quote>}
        <Line>
          {when}
          {day ? '' : `, ${zone}`}
          {own}
        </Line>
        {repeats && <Line>{repeats}</Line>}
        {place && <Line>{place}</Line>}
        <Action path={`/${key}/meeting`}>Open your meetings</Action>
      </Sheet>
    ),
  };
};
