import { CircleCheck } from 'lucide-react';
import type { Metadata } from 'next';
import { AuthHeading } from '@/components/auth/auth-heading';
import { ButtonLink } from '@/components/ui/button-link';
import { bidi, isolated } from '@/lib/bidi';
import { GRACE_DAYS } from '@/lib/retention';
import { organisationFace } from '@/lib/sign-up/directory';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { isOrgKey } from '@/lib/tenant/tenant';
import { loginUrl, searchText } from '../../entry-urls';

export const metadata: Metadata = { title: 'Confirmed' };

/** Shows only what the URL says: no data of anybody. */
export default async function VerifiedPage({ searchParams }: PageProps<'/verified'>) {
  const key = await searchText(searchParams, 'organisation');
  const done = await searchText(searchParams, 'done');
  const face = isOrgKey(key) ? await organisationFace(key) : null;
  const name = face && face.deleted === (done === 'deleted') ? face.name : null;
  const words = name ? wordsOf(done, name) : null;
  if (!name || !words)
    return (
      <>
        <AuthHeading title="Nothing to confirm">
          You enter a code after signing up. If you have an account, log in.
        </AuthHeading>
        <div className="flex flex-col gap-3">
          <ButtonLink href={await loginUrl()} variant="primary" size="touch" wide>
            Go to Login
          </ButtonLink>
          <ButtonLink href="/otp" size="touch" wide>
            Enter a code
          </ButtonLink>
        </div>
      </>
    );
  const hrefTo = await organisationLinks(key);
  return (
    <>
      <span className="mb-4 flex size-10 items-center justify-center rounded-full bg-ok-soft text-ok-text [&_.lucide]:size-5">
        <CircleCheck />
      </span>
      <AuthHeading title={words.title}>{isolated(words.text)}</AuthHeading>
      <ButtonLink href={hrefTo('login')} variant="primary" size="touch" wide>
        Log in to {isolated(name)}
      </ButtonLink>
    </>
  );
}

function wordsOf(done: string, name: string): { title: string; text: string } | null {
  if (done === 'in')
    return { title: bidi`${name} is ready`, text: 'Your email is confirmed. Log in with your password.' };
  if (done === 'waits')
    return {
      title: 'Your email is confirmed',
      text: bidi`An admin of ${name} decides on your request, and you get an email. Log in to see whether it is still pending.`,
    };
  if (done === 'password')
    return { title: 'Your password is changed', text: 'All your sessions have ended. Log in with the new password.' };
  if (done === 'deleted')
    return {
      title: bidi`${name} has been deleted`,
      text: `Everybody is signed out. An admin can log in and restore it within ${GRACE_DAYS} days; after that it is deleted permanently.`,
    };
  return null;
}
