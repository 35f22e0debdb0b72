import { ANYBODY, type Formats, formatsFor } from '@/lib/formats';
import { Action, Line, type Mail, Sheet } from '@/lib/mail/templates/layout';

type Noticed = { name?: string; organisation: string; key: string };
const WHY = 'We always send this email for your security. It cannot be switched off.';

export const passwordChanged = ({ name, organisation, key }: Noticed): Mail => ({
  subject: 'Your password was changed',
  body: (
    <Sheet preview="If that was not you, act now." title="Your password was changed" why={WHY}>
      <Line>
        {name ? `Hello ${name}, your` : 'Your'} password was changed just now. Every other session of yours has ended.
      </Line>
      <Line>If that was not you, choose a new password at once and tell an admin of {organisation}.</Line>
      <Action path={`/forgetpassword?organisation=${encodeURIComponent(key)}`}>That was not me</Action>
    </Sheet>
  ),
});

export const emailChanged = ({ name, organisation, address }: Noticed & { address: string }): Mail => ({
  subject: 'Your email was changed',
  body: (
    <Sheet preview="If that was not you, act now." title="Your email was changed" why={WHY}>
      <Line>
        {name ? `Hello ${name}, your` : 'Your'} account now uses {address}. This is the last email to your old one.
      </Line>
      <Line>If that was not you, tell an admin of {organisation} at once.</Line>
    </Sheet>
  ),
});

/** Other security news; `what` is one or more sentences, with `{address}` for `address`. */
export const securityNotice = ({
  name,
  organisation,
  key,
  what,
  address,
  title,
}: Noticed & { title: string; what: string; address?: string }): Mail => {
  const told = address ? what.replace('{address}', () => address) : what;
  return {
    subject: title,
    body: (
      <Sheet preview={told} title={title} why={WHY}>
        <Line>{name ? `Hello ${name}. ${told}` : told}</Line>
        <Line>If that was not you, choose a new password at once and tell an admin of {organisation}.</Line>
        <Action path={`/forgetpassword?organisation=${encodeURIComponent(key)}`}>Choose a new password</Action>
      </Sheet>
    ),
  };
};

/** `until`, the end of the grace period, is ISO 8601; the mail names the reader's day. `own`: the reader did it. */
export const organisationDeleted = (
  { name, organisation, until, by, own = by === name, key }: Noticed & { until: string; by: string; own?: boolean },
  formats: Formats = formatsFor(ANYBODY),
): Mail => ({
  subject: `${organisation} was deleted`,
  body: (
    <Sheet
      preview={`${organisation} will be deleted permanently on ${formats.dayOf(until, 'long')}.`}
      title={`${organisation} was deleted`}
      why={`You are an admin of ${organisation}.`}
    >
      <Line>
        {name ? `Hello ${name}, ` : ''}
        {own ? 'you' : by} deleted {organisation}. It can no longer be used, and everything in it will be deleted
        permanently on {formats.dayOf(until, 'long')}.
      </Line>
      <Line>You can restore it before that day: log in as an admin, and choose Restore.</Line>
      <Action path={`/${encodeURIComponent(key)}/login`}>{`Log in to ${organisation}`}</Action>
    </Sheet>
  ),
});

export const organisationRestored = ({ name, organisation, key, by }: Noticed & { by: string }): Mail => ({
  subject: `${organisation} was restored`,
  body: (
    <Sheet
      preview="Nothing was lost."
      title={`${organisation} was restored`}
      why={`You are an admin of ${organisation}.`}
    >
      <Line>
        {name ? `Hello ${name}, ` : ''}
        {by} restored {organisation}. Nothing was lost; everybody has to log in again.
      </Line>
      <Action path={`/${encodeURIComponent(key)}/login`}>Log in</Action>
    </Sheet>
  ),
});
