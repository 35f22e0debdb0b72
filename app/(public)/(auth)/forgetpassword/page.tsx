import type { Metadata } from 'next';
import { AuthHeading } from '@/components/auth/auth-heading';
import { AskCodeForm, ResetForm } from '@/components/auth/reset-forms';
import { Link } from '@/components/ui/link';
import { suggestPassphrase } from '@/lib/password/passphrase';
import { askedOrganisation, loginUrl, pendingEmail, searchText } from '../../entry-urls';

export const metadata: Metadata = { title: 'Forgot password' };

export default async function ForgetPasswordPage({ searchParams }: PageProps<'/forgetpassword'>) {
  const organisation = await askedOrganisation(searchParams);
  const hasCode = (await searchText(searchParams, 'step')) === 'code';
  const email = await pendingEmail();
  const again = `/forgetpassword?organisation=${encodeURIComponent(organisation)}`;
  return (
    <>
      {hasCode ? (
        <AuthHeading title="Choose a new password">
          If {email || 'your email'} belongs to a member, we have sent it a six-digit code. The code is valid for 10
          minutes.
        </AuthHeading>
      ) : (
        <AuthHeading title="Forgot your password?">
          We send a code to your email. Enter it to choose a new password.
        </AuthHeading>
      )}
      {hasCode ? (
        <ResetForm organisation={organisation} email={email} suggestion={suggestPassphrase()} />
      ) : (
        <AskCodeForm organisation={organisation} email={email} />
      )}
      <p className="mt-8 border-t border-border pt-4 text-base text-text-2">
        {hasCode ? (
          <Link href={again} prefetch={false} className="text-accent-text underline">
            Send another code
          </Link>
        ) : (
          <Link href={`${again}&step=code`} prefetch={false} className="text-accent-text underline">
            I already have a code
          </Link>
        )}{' '}
        or{' '}
        <Link href={await loginUrl()} prefetch={false} className="text-accent-text underline">
          go back to Login
        </Link>
        .
      </p>
    </>
  );
}
