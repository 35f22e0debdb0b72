import type { Metadata } from 'next';
import { AuthHeading } from '@/components/auth/auth-heading';
import { AnswerForm } from '@/components/meeting/answer-form';
import { ButtonLink } from '@/components/ui/button-link';
import { bidi } from '@/lib/bidi';
import { withinRate } from '@/lib/contract/rate';
import { DomainError } from '@/lib/errors';
import { formatsFor } from '@/lib/formats';
import { readInvited } from '@/lib/meeting/queries.invited';
import { ANSWERS, type Answer } from '@/lib/meeting/vocabulary';
import { pageClient } from '@/lib/session/caller';
import { loginUrl, searchText } from '../../../entry-urls';

// The URL holds a secret: no other site may learn it.
export const metadata: Metadata = { title: 'Answer an invitation', referrer: 'same-origin', robots: { index: false } };

const PROBLEM: Record<string, string> = {
  note: 'A note has 500 characters at most. Go back to find what you wrote, shorten it and send the answer again.',
  answer: 'Choose Yes, No or Maybe, then send the answer.',
  often: 'Too many answers came from here. Wait a minute, then send it again.',
  failed: 'The answer was not saved. Send it again in a moment.',
};
const isAnswer = (text: string): text is Answer => (ANSWERS as readonly string[]).includes(text);

/** Opening the link answers nothing; only the button does, so that programs which look at emails answer for nobody. */
export default async function AnswerPage({ searchParams }: PageProps<'/invitation/meeting'>) {
  const [token, asked, done, problem] = (await Promise.all(
    ['token', 'answer', 'done', 'problem'].map((name) => searchText(searchParams, name)),
  )) as [string, string, string, string];
  const client = await pageClient();
  const found = await withinRate('anonymous', client.ip ?? 'unknown')
    .then(() => readInvited(token, client))
    .catch((error: unknown) => {
      if (error instanceof DomainError) return error;
      throw error;
    });
  if (found instanceof DomainError) {
    const often = found.code === 'rate_limited';
    return (
      <>
        <AuthHeading title={often ? 'Wait a moment' : found.code === 'gone' ? 'This link is over' : 'Link not found'}>
          {found.code === 'not_found'
            ? 'The link is incomplete or wrong. Copy the whole link from the email.'
            : found.message}
        </AuthHeading>
        {!often && (
          <ButtonLink href={await loginUrl()} prefetch={false} variant="primary" size="touch" wide>
            Go to Login
          </ButtonLink>
        )}
      </>
    );
  }
  const { meeting, organisation, series, reader } = found;
  const there = formatsFor({ ...reader, timeZone: meeting.time_zone });
  const own = formatsFor(reader);
  const when = meeting.all_day
    ? there.dayOf(meeting.starts_at, 'full')
    : `${own.moment(meeting.starts_at, 'full')}, ${reader.timeZone}`;
  const elsewhere =
    !meeting.all_day && there.moment(meeting.starts_at, 'full') !== own.moment(meeting.starts_at, 'full')
      ? `${there.moment(meeting.starts_at, 'full')} in ${meeting.time_zone}`
      : null;
  const answer = isAnswer(done) ? done : meeting.my_answer;
  return (
    <>
      <AuthHeading title={meeting.title}>
        {meeting.organiser
          ? bidi`${meeting.organiser.name} invites you to a meeting of ${organisation}.`
          : bidi`A meeting of ${organisation}.`}
      </AuthHeading>
      <AnswerForm
        action={`/api/answer/${encodeURIComponent(token)}`}
        lines={[
          ...(series && meeting.repeats ? [`${meeting.repeats}. The next one:`] : []),
          when,
          ...(elsewhere ? [elsewhere] : []),
          ...(meeting.place ? [meeting.place] : []),
        ]}
        cancelled={meeting.status === 'cancelled' ? meeting.reason : null}
        series={series && meeting.repeats !== null}
        saved={isAnswer(done) ? done : null}
        chosen={isAnswer(asked) ? asked : answer}
        answered={answer}
        note={found.note}
        problem={PROBLEM[problem] ?? null}
      />
    </>
  );
}
