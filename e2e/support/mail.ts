import { expect } from '@playwright/test';

export type SentMail = { id: string; to: string; subject: string; text: string; links: string[]; sent_at: string };

/** Emails to a mailbox, newest first, as the demo shows them. */
export async function mailsTo(baseURL: string | undefined, to: string): Promise<SentMail[]> {
  const answer = await fetch(`${baseURL}/dev/mail.json?to=${encodeURIComponent(to)}`);
  return (await answer.json()) as SentMail[];
}

/** The newest email to a mailbox whose subject matches; waits until it came. */
export async function mailTo(baseURL: string | undefined, to: string, subject: RegExp): Promise<SentMail> {
  let found: SentMail | undefined;
  await expect
    .poll(
      async () => {
        found = (await mailsTo(baseURL, to)).find((mail) => subject.test(mail.subject));
        return found !== undefined;
      },
      { message: `a mail to ${to}: ${subject}` },
    )
    .toBe(true);
  return found as SentMail;
}

/** The six digits of an email. */
export const codeOf = (mail: SentMail): string => /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
