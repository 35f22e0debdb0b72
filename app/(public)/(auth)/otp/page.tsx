import type { Metadata } from 'next';
import { AuthHeading } from '@/components/auth/auth-heading';
import { NotOpenYet } from '@/components/auth/not-open-yet';
import { loginAddress } from '../../onward';

export const metadata: Metadata = { title: 'Enter a code' };

export default async function OtpPage() {
  return (
    <>
      <AuthHeading title="Enter your code">
        Here you will type the six digits that were sent to you, to show that an address is yours.
      </AuthHeading>
      <NotOpenYet
        notice="Codes are not in use yet, so none has been sent."
        steps={[
          'If you have an account, log in with your e-mail address and password.',
          'If you have none, ask an admin of your organisation to add you.',
        ]}
        onward={{ href: await loginAddress(), label: 'Go to Login' }}
      />
    </>
  );
}
