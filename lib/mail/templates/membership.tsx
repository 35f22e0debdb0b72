import { Action, Line, type Mail, Sheet } from '@/lib/mail/templates/layout';

type Of = { name?: string | null; organisation: string; key: string };
const hello = (name: string | null | undefined) => (name ? `Hello ${name}, ` : '');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const invitation = ({
  name,
  organisation,
  inviter,
  role,
  path,
  days = 7,
}: Omit<Of, 'key'> & { inviter: string; role: string; path: string; days?: number }): Mail => ({
  subject: `${inviter} invites you to ${organisation}`,
  body: (
    <Sheet
      preview={`Join ${organisation} as ${role}.`}
      title={`Join ${organisation}`}
      why={`${inviter} entered your email address. If you do not know them, ignore this message: the invitation expires by itself.`}
    >
      <Line>{capital(`${hello(name)}${inviter} invites you to ${organisation} as ${role}.`)}</Line>
      <Action path={path}>View the invitation</Action>
      <Line>It is valid for {days} days, works once, and only for this email address.</Line>
    </Sheet>
  ),
});

export const approved = ({ name, organisation, key, role }: Of & { role: string }): Mail => ({
  subject: `You have joined ${organisation}`,
  body: (
    <Sheet
      preview={`Your request to join ${organisation} was approved.`}
      title={`Welcome to ${organisation}`}
      why={`You asked to join ${organisation}.`}
    >
      <Line>{capital(`${hello(name)}your request was approved. Your role is ${role}.`)}</Line>
      <Action path={`/${key}/dashboard`}>Open your dashboard</Action>
    </Sheet>
  ),
});

export const rejected = ({ name, organisation, reason }: Omit<Of, 'key'> & { reason?: string | null }): Mail => ({
  subject: `Your request to join ${organisation}`,
  body: (
    <Sheet
      preview={`${organisation} declined your request.`}
      title="Your request was declined"
      why={`You asked to join ${organisation}.`}
    >
      <Line>{capital(`${hello(name)}somebody at ${organisation} declined your request to join.`)}</Line>
      {reason && <Line>Their reason: {reason}</Line>}
      <Line>If you think this is a mistake, talk to the person who told you about {organisation}.</Line>
    </Sheet>
  ),
});

export const roleChanged = ({
  name,
  organisation,
  key,
  role,
  gained = [],
  narrowed = [],
  lost = [],
}: Of & { role: string; gained?: string[]; narrowed?: string[]; lost?: string[] }): Mail => ({
  subject: `Your role in ${organisation} is now ${role}`,
  body: (
    <Sheet preview={`You are ${role} now.`} title={`You are ${role} now`} why={`You are a member of ${organisation}.`}>
      <Line>{capital(`${hello(name)}somebody at ${organisation} changed your role.`)}</Line>
      {gained.length > 0 && <Line>You can now: {gained.join('; ')}.</Line>}
      {narrowed.length > 0 && <Line>You can still, with limits: {narrowed.join('; ')}.</Line>}
      {lost.length > 0 && <Line>You can no longer: {lost.join('; ')}.</Line>}
      <Action path={`/${key}/dashboard`}>Open your dashboard</Action>
    </Sheet>
  ),
});

/** To somebody who signed up with an email that has a seat; the page told them nothing. */
export const alreadyMember = ({ name, organisation, key }: Of): Mail => ({
  subject: `You already have an account at ${organisation}`,
  body: (
    <Sheet
      preview={`Log in to ${organisation} with this email.`}
      title="You already have an account"
      why={`Somebody entered your email address to join ${organisation}. If that was not you, ignore this message: nothing has changed.`}
    >
      <Line>
        {capital(
          `${hello(name)}you already have an account at ${organisation} with this email. Log in, or choose a new password there.`,
        )}
      </Line>
      <Action path={`/${key}/login`}>Log in</Action>
    </Sheet>
  ),
});

/** To somebody who asks again within a day of being declined; the page told them nothing. */
export const declinedLately = ({ name, organisation }: Of): Mail => ({
  subject: `Your request to join ${organisation}`,
  body: (
    <Sheet
      preview={`${organisation} declined your request less than a day ago.`}
      title="You can ask again tomorrow"
      why={`Somebody entered your email address to join ${organisation}. If that was not you, ignore this message: nothing has changed.`}
    >
      <Line>
        {capital(
          `${hello(name)}somebody at ${organisation} declined your request less than a day ago, so your new request was not accepted. You can ask again tomorrow.`,
        )}
      </Line>
      <Line>If you think this is a mistake, talk to the person who told you about {organisation}.</Line>
    </Sheet>
  ),
});

/** The email has an account elsewhere here, but the sign-up's password differed: nothing was done. */
export const existingAccount = ({ name, organisation }: Omit<Of, 'key'>): Mail => ({
  subject: `Use your own password for ${organisation}`,
  body: (
    <Sheet
      preview="This email already has an account."
      title="This email already has an account"
      why={`Somebody entered your email address for ${organisation}. If that was not you, ignore this message: nothing has changed.`}
    >
      <Line>
        {capital(
          `${hello(name)}you have an account with this email, and one password for all your organisations. The password entered for ${organisation} was a different one, so nothing was changed.`,
        )}
      </Line>
      <Line>Sign up again with your existing password, or choose a new one first.</Line>
      <Action path="/forgetpassword">Choose a new password</Action>
    </Sheet>
  ),
});
