import { Fragment } from 'react';
import type { Formats } from '@/lib/formats';
import { formatsFor } from '@/lib/formats';
import { Action, Line, type Mail, Quote, Sheet, TextLink } from '@/lib/mail/templates/layout';
import { ANSWER_LABEL, ANSWERS } from '@/lib/meeting/vocabulary';

const SAYS = {
  invited: (by: string) => `${by} invites you to a meeting.`,
  changed: (by: string) => `${by} changed this meeting.`,
  cancelled: (by: string) => `${by} cancelled this meeting.`,
  restored: (by: string) => `${by} brought this meeting back: it takes place.`,
};
const BEFORE = { invited: '', changed: 'Changed: ', cancelled: 'Cancelled: ', restored: 'Takes place: ' };

/**
 * With the meeting for the reader's own calendar. `starts`: ISO 8601; `day`: it lasts whole days. `token`: of the link by
 * which its reader answers without signing in; null: there is nothing to answer.
 */
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
    token,
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
    token: string | null;
  },
  formats: Formats,
): Mail => {
  const there = formatsFor({ locale: formats.locale, timeZone: zone });
  const when = day ? there.dayOf(starts, 'full') : there.moment(starts, 'full');
  const own = !day && formats.timeZone !== zone ? ` (${formats.moment(starts, 'full')} in ${formats.timeZone})` : '';
  return {
    subject: `${BEFORE[kind]}${title}`,
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
        {token && (
          <Line>
            Will you be there?{' '}
            {ANSWERS.map((one, at) => (
              <Fragment key={one}>
                {at > 0 && ' · '}
                <TextLink path={`/invitation/meeting?${new URLSearchParams({ token, answer: one })}`}>
                  {ANSWER_LABEL[one]}
                </TextLink>
              </Fragment>
            ))}
            <br />
            These links are for you alone and need no password. Answers that calendar programs send by email do not
            arrive here.
          </Line>
        )}
        <Action path={`/${key}/meeting`}>Open your meetings</Action>
      </Sheet>
    ),
  };
};

/** What one reader may read of the minutes. `notes`: as they were written. */
export const minutes = (
  {
    organisation,
    by,
    title,
    key,
    page,
    starts,
    zone,
    lines,
  }: {
    organisation: string;
    by: string;
    title: string;
    key: string;
    /** Under the organisation's. */
    page: string;
    starts: string;
    zone: string;
    lines: { title: string; notes: string; about: string }[];
  },
  formats: Formats,
): Mail => {
  const when = formatsFor({ locale: formats.locale, timeZone: zone }).dayOf(starts, 'full');
  return {
    subject: `Minutes: ${title}`,
    body: (
      <Sheet
        preview={`${by} sent the minutes of ${when}.`}
        title={title}
        why={`You were invited to this meeting of ${organisation}. The email has what you may read of its minutes.`}
      >
        <Line>
          {by} sent the minutes of {when}.
        </Line>
        {lines.map(({ title: line, notes, about }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one email never change
          <Fragment key={at}>
            <Line>
              <strong>{line}</strong>
              {about && ` (${about})`}
            </Line>
            {notes && (
              <Quote>
                {notes.split('\n').map((row, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <Fragment key={place}>
                    {place > 0 && <br />}
                    {row}
                  </Fragment>
                ))}
              </Quote>
            )}
          </Fragment>
        ))}
        <Action path={`/${key}/${page}`}>Open the meeting</Action>
      </Sheet>
    ),
  };
};
