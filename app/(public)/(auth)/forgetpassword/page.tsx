import type { Metadata } from 'next';
import { AuthHeading } from '@/components/auth/auth-heading';
import { NotOpenYet } from '@/components/auth/not-open-yet';
import { loginAddress } from '../../onward';

export const metadata: Metadata = { title: 'Forgot password' };

export default async function ForgetPasswordPage() {
  return (
    <>
      <AuthHeading title="Forgot your password?">
        Here you will have a code of six digits sent to you, and choose a new password with it.
      </AuthHeading>
      <NotOpenYet
        notice="Resetting a password by yourself is not open yet."
        steps={[
          'Look in your browser or password manager: it may have kept the password.',
          'Otherwise ask an admin of your organisation for a new one.',
        ]}
        onward={{ href: await loginAddress(), label: 'Back to Login' }}
      />
    </>
  );
}
