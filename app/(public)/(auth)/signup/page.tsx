import type { Metadata } from 'next';
import { AuthHeading } from '@/components/auth/auth-heading';
import { AuthTabs } from '@/components/auth/auth-tabs';
import { JoinForm } from '@/components/auth/join-form';
import { Link } from '@/components/ui/link';
import { bidi } from '@/lib/bidi';
import { suggestPassphrase } from '@/lib/password/passphrase';
import { organisationNamed } from '@/lib/sign-up/directory';
import { isOrgKey } from '@/lib/tenant/tenant';
import { askedOrganisation, loginUrl } from '../../entry-urls';

export const metadata: Metadata = { title: 'Signup' };

export default async function SignupPage({ searchParams }: PageProps<'/signup'>) {
  const key = await askedOrganisation(searchParams);
  const name = isOrgKey(key) ? await organisationNamed(key) : null;
  return (
    <>
      <AuthTabs current="signup" loginHref={await loginUrl()} signupHref="/signup" />
      <AuthHeading title={name ? bidi`Join ${name}` : 'Join your organisation'}>
        We send a code to your email. Once you have entered it, an admin of the organisation approves your request.
      </AuthHeading>
      <JoinForm organisation={key} suggestion={suggestPassphrase()} />
      <p className="mt-8 border-t border-border pt-4 text-base text-text-2">
        Not sure of the key?{' '}
        <Link href="/already_registered" prefetch={false} className="text-accent-text underline">
          Find your organisation
        </Link>
        . Not here yet?{' '}
        <Link href="/new_register" prefetch={false} className="text-accent-text underline">
          Register a new one
        </Link>
        .
      </p>
    </>
  );
}
