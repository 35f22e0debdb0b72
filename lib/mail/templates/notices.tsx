import { Fragment } from 'react';
import { Action, Line, type Mail, Quote, Sheet, TextLink } from '@/lib/mail/templates/layout';

type Of = { organisation: string; key: string; token: string };
/** `quote`: how what was said begins. */
type Told = { says: string; quote: string | null };
/** Notifications about one thing, oldest first. `page`: under the organisation's. */
type Item = { about: string | null; page: string; lines: Told[]; reason: string | null };

const sameAs = (one: Told) => (other: Told) => one.says === other.says && one.quote === other.quote;
const WHOLE = 200;
/** Nobody thinks that this is all of it. */
const quoted = (quote: string) => `“${quote}${quote.length < WHOLE ? '' : '…'}”`;

/** Also for roles that have no settings. */
const choices = 'notifications?state=choices';
const stopAt = (token: string) => `/unsubscribe?token=${encodeURIComponent(token)}`;
const because = (organisation: string, reason: string | null) =>
  `${reason ? `${reason}, in ${organisation}.` : `You are a member of ${organisation}.`} You choose what you are told of under Notifications.`;

/** The subject stays the same for all emails about a task, so that mail programs show them as one thread. */
export const notice = ({ organisation, key, token, about, page, lines, reason }: Of & Item): Mail => ({
  subject: about ?? `Notification from ${organisation}`,
  body: (
    <Sheet
      preview={lines[0]?.says ?? ''}
      title={about ?? organisation}
      why={because(organisation, reason)}
      stop={stopAt(token)}
    >
      {lines
        .filter((line, at) => lines.findIndex(sameAs(line)) === at)
        .map((line) => (
          <Fragment key={`${line.says} ${line.quote}`}>
            <Line>{line.says}</Line>
            {line.quote && <Quote>{quoted(line.quote)}</Quote>}
          </Fragment>
        ))}
      <Action path={`/${key}/${page}`}>{page.startsWith('taskpage') ? 'Open the task' : 'Open'}</Action>
    </Sheet>
  ),
});

/** Once a day. `left`: how many more there are. */
export const digest = ({ organisation, key, token, items, left }: Of & { items: Item[]; left: number }): Mail => ({
  subject: `Your day at ${organisation}: ${items.length + left} ${items.length + left === 1 ? 'notification' : 'notifications'}`,
  body: (
    <Sheet
      preview={items
        .slice(0, 3)
        .map(({ about, lines }) => about ?? lines[0]?.says)
        .join(' · ')}
      title={`Unread at ${organisation}`}
      why={because(organisation, null)}
      stop={stopAt(token)}
    >
      {items.map(({ about, page, lines }) => (
        <Line key={`${page} ${lines[0]?.says}`}>
          <TextLink path={`/${key}/${page}`}>{about ?? organisation}</TextLink>
          <br />
          {lines.at(-1)?.says}
          {lines.at(-1)?.quote && ` ${quoted(lines.at(-1)?.quote ?? '')}`}
          {lines.length > 1 && ` (${lines.length - 1} more)`}
        </Line>
      ))}
      {left > 0 && <Line>{left} more are in your inbox.</Line>}
      <Action path={`/${key}/notifications`}>Open your inbox</Action>
      <Line>
        <TextLink path={`/${key}/${choices}`}>Choose what you are told of</TextLink>
      </Line>
    </Sheet>
  ),
});
