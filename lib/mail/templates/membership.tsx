import { Action, Line, type Mail, Sheet } from '@/lib/mail/templates/layout';

type Of = { name?: string | null; organisation: string; key: string };
const hello = (name: string | null | undefined) => (name ? `Hello ${name}, ` : '');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Somebody who may is asking this address to come in. `path` carries the token. */
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
      why={`${inviter} entered this address. If you do not know them, do nothing: the invitation ends by itself.`}
    >
      <Line>{capital(`${hello(name)}${inviter} invites you to ${organisation} as ${role}.`)}</Line>
      <Action path={path}>See the invitation</Action>
      <Line>It counts for {days} days, once, and for this address alone.</Line>
    </Sheet>
  ),
});

/** Let in. */
export const approved = ({ name, organisation, key, role }: Of & { role: string }): Mail => ({
  subject: `You are in: ${organisation}`,
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

/** Not let in, and why. */
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
      <Line>If you think that this is a mistake, talk to the person who told you about {organisation}.</Line>
    </Sheet>
  ),
});

/** Another role, with what that means in words. */
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
      {narrowed.length > 0 && <Line>You can still, but only as far as it says: {narrowed.join('; ')}.</Line>}
      {lost.length > 0 && <Line>You can no longer: {lost.join('; ')}.</Line>}
      <Action path={`/${key}/dashboard`}>Open your dashboard</Action>
    </Sheet>
  ),
});

/** Somebody tried to sign up with an address that has its seat already. The page told them nothing. */
export const alreadyMember = ({ name, organisation, key }: Of): Mail => ({
  subject: `You already have an account at ${organisation}`,
  body: (
    <Sheet
      preview={`Log in to ${organisation} with this address.`}
      title="You already have an account"
      why={`Somebody entered this address to join ${organisation}. If that was not you, do nothing: nothing has changed.`}
    >
      <Line>
        {capital(
          `${hello(name)}this address belongs to ${organisation} already. Log in, or choose a new password there.`,
        )}
      </Line>
      <Action path={`/${key}/login`}>Log in</Action>
    </Sheet>
  ),
});

/** Somebody asks again within a day of being declined. The page told them nothing. */
export const declinedLately = ({ name, organisation }: Of): Mail => ({
  subject: `Your request to join ${organisation}`,
  body: (
    <Sheet
      preview={`${organisation} declined your request less than a day ago.`}
      title="You can ask again tomorrow"
      why={`Somebody entered this address to join ${organisation}. If that was not you, do nothing: nothing has changed.`}
    >
      <Line>
        {capital(
          `${hello(name)}somebody at ${organisation} declined your request less than a day ago, so this one was not sent. You can ask again when the day is over.`,
        )}
      </Line>
      <Line>If you think that this is a mistake, talk to the person who told you about {organisation}.</Line>
    </Sheet>
  ),
});

/** The address has an account elsewhere here, and the sign-up gave another password: nothing was done. */
export const existingAccount = ({ name, organisation }: Omit<Of, 'key'>): Mail => ({
  subject: `Use your own password for ${organisation}`,
  body: (
    <Sheet
      preview="This email already has an account."
      title="This email already has an account"
      why={`Somebody entered this address for ${organisation}. If that was not you, do nothing: nothing has changed.`}
    >
      <Line>
        {capital(
          `${hello(name)}you have an account with this address, and one password for all your organisations. The password that was entered for ${organisation} is another one, so nothing was done.`,
        )}
      </Line>
      <Line>Sign up again with the password that you have, or choose a new one first.</Line>
      <Action path="/forgetpassword">Choose a new password</Action>
    </Sheet>
  ),
});
