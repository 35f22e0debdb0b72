import { Action, Code, Line, type Mail, Sheet } from '@/lib/mail/templates/layout';

type Coded = { name?: string; organisation: string; code: string };

const EXPIRY = 'It is valid for 10 minutes and works once. We will never ask you for it.';
const NOT_YOU = 'If that was not you, ignore this message: without the code nothing happens.';

export const foundCode = ({
  name,
  organisation,
  code,
  key,
  known,
}: Coded & { key: string; known?: boolean }): Mail => ({
  subject: `${code} is your code for ${organisation}`,
  body: (
    <Sheet
      preview={`Your code is ${code}.`}
      title={`Confirm ${organisation}`}
      why={`Somebody entered your email address to register ${organisation}. ${NOT_YOU}`}
    >
      <Line>{name ? `Hello ${name}, enter` : 'Enter'} this code to confirm your email and your organisation:</Line>
      <Code>{code}</Code>
      {known && <Line>You already have an account with this email. Its password stays the same.</Line>}
      <Line>{EXPIRY}</Line>
      <Action path={`/otp?for=create&organisation=${encodeURIComponent(key)}`}>Enter the code</Action>
    </Sheet>
  ),
});

export const joinCode = ({ name, organisation, code, key }: Coded & { key: string }): Mail => ({
  subject: `${code} is your code for ${organisation}`,
  body: (
    <Sheet
      preview={`Your code is ${code}.`}
      title={`Confirm your email for ${organisation}`}
      why={`Somebody entered your email address to join ${organisation}. ${NOT_YOU}`}
    >
      <Line>{name ? `Hello ${name}, enter` : 'Enter'} this code to confirm your email:</Line>
      <Code>{code}</Code>
      <Line>{EXPIRY}</Line>
      <Action path={`/otp?for=join&organisation=${encodeURIComponent(key)}`}>Enter the code</Action>
    </Sheet>
  ),
});

export const resetCode = ({ organisation, code, key }: Coded & { key: string }): Mail => ({
  subject: `${code} is your code for a new password`,
  body: (
    <Sheet
      preview={`Your code is ${code}.`}
      title="Choose a new password"
      why={`Somebody asked for a new password for this email at ${organisation}. ${NOT_YOU}`}
    >
      <Line>Enter this code, and then your new password:</Line>
      <Code>{code}</Code>
      <Line>{EXPIRY} All your sessions end when the password changes.</Line>
      <Action path={`/forgetpassword?organisation=${encodeURIComponent(key)}&step=code`}>Enter the code</Action>
    </Sheet>
  ),
});

export const emailCode = ({ name, organisation, code, key }: Coded & { key: string }): Mail => ({
  subject: `${code} confirms your new email`,
  body: (
    <Sheet
      preview={`Your code is ${code}.`}
      title="Confirm your new email"
      why={`Somebody at ${organisation} wants to use this email for their account. ${NOT_YOU}`}
    >
      <Line>{name ? `Hello ${name}, enter` : 'Enter'} this code in your profile:</Line>
      <Code>{code}</Code>
      <Line>{EXPIRY}</Line>
      <Action path={`/profile?organisation=${encodeURIComponent(key)}`}>Go to your profile</Action>
    </Sheet>
  ),
});

export const domainCode = ({
  organisation,
  key,
  code,
  domain,
  by,
}: {
  organisation: string;
  key: string;
  code: string;
  domain: string;
  by: string;
}): Mail => ({
  subject: `${code} confirms that ${domain} is yours`,
  body: (
    <Sheet
      preview={`Your code is ${code}.`}
      title={`Let people from ${domain} join`}
      why={`${by} asked for it at ${organisation}. ${NOT_YOU}`}
    >
      <Line>
        {by} wants everybody with an email at {domain} to join {organisation} without waiting. If you agree, give them
        this code:
      </Line>
      <Code>{code}</Code>
      <Line>{EXPIRY}</Line>
      <Action path={`/${encodeURIComponent(key)}/settings?section=joining`}>Enter the code</Action>
    </Sheet>
  ),
});
