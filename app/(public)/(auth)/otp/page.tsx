import type { Metadata } from 'next';
import { AuthHeading } from '@/components/auth/auth-heading';
import { CodeForm } from '@/components/auth/code-form';
import { cut } from '@/lib/text';
import { pendingEmail, searchText } from '../../entry-urls';

export const metadata: Metadata = { title: 'Enter a code' };

export default async function OtpPage({ searchParams }: PageProps<'/otp'>) {
  const organisation = await searchText(searchParams, 'organisation');
  const email = await pendingEmail();
  return (
    <>
      <AuthHeading title="Enter your code">
        {email ? `We sent six digits to ${email}.` : 'We sent six digits to the email that you signed up with.'} They
        are valid for 10 minutes.
      </AuthHeading>
      <CodeForm organisation={cut(organisation, 32)} email={email} />
    </>
  );
}
