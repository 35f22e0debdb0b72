import type { Metadata } from 'next';
import { AuthHeading } from '@/components/auth/auth-heading';
import { AnotherOrganisationForm, RegisterForm } from '@/components/auth/register-form';
import { Link } from '@/components/ui/link';
import { isolated } from '@/lib/bidi';
import { env } from '@/lib/env';
import { suggestPassphrase } from '@/lib/password/passphrase';
import { signedInSeat } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

export const metadata: Metadata = { title: 'Register an organisation' };

export default async function NewRegisterPage() {
  const seat = await signedInSeat();
  const address = env.appUrl.replace(/^https?:\/\//, '');
  if (seat) {
    const hrefTo = await organisationLinks(seat.org.key);
    return (
      <>
        <AuthHeading title="Create another organisation">
          You are signed in as {seat.actor.email}, and will be its first admin. You use the same account and password in
          all your organisations.
        </AuthHeading>
        <AnotherOrganisationForm address={address} />
        <p className="mt-8 border-t border-border pt-4 text-base text-text-2">
          <Link href={hrefTo('dashboard')} prefetch={false} className="text-accent-text underline">
            Back to {isolated(seat.org.name)}
          </Link>
        </p>
      </>
    );
  }
  return (
    <>
      <AuthHeading title="Register an organisation">
        You become its first admin. We send a code to your email; enter it to open the organisation.
      </AuthHeading>
      <RegisterForm address={address} suggestion={suggestPassphrase()} />
      <p className="mt-8 border-t border-border pt-4 text-base text-text-2">
        Is your organisation here already?{' '}
        <Link href="/already_registered" prefetch={false} className="text-accent-text underline">
          Find it
        </Link>{' '}
        or{' '}
        <Link href="/signup" prefetch={false} className="text-accent-text underline">
          ask to join it
        </Link>
        .
      </p>
    </>
  );
}
