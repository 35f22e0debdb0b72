import type { Metadata } from 'next';
import { AuthHeading } from '@/components/auth/auth-heading';
import { NotOpenYet } from '@/components/auth/not-open-yet';
import { loginAddress } from '../../onward';

export const metadata: Metadata = { title: 'Address confirmed' };

export default async function VerifiedPage() {
  return (
    <>
      <AuthHeading title="Confirming an address">
        Here you will hear that an address or an organisation has been confirmed.
      </AuthHeading>
      <NotOpenYet
        notice="Nothing was confirmed just now: confirming by code is not open yet."
        steps={[
          'If you have an account, it works without this step: log in.',
          'If you have none, ask an admin of your organisation to add you.',
        ]}
        onward={{ href: await loginAddress(), label: 'Go to Login' }}
      />
    </>
  );
}
