import type { Metadata } from 'next';
import { AuthHeading } from '@/components/auth/auth-heading';
import { AuthTabs } from '@/components/auth/auth-tabs';
import { NotOpenYet } from '@/components/auth/not-open-yet';
import { loginAddress } from '../../onward';

export const metadata: Metadata = { title: 'Signup' };

export default async function SignupPage() {
  const loginHref = await loginAddress();
  return (
    <>
      <AuthTabs current="signup" loginHref={loginHref} signupHref="/signup" />
      <AuthHeading title="Join your organisation">
        Here you will ask to join an organisation; somebody there then approves you.
      </AuthHeading>
      <NotOpenYet
        notice="Joining by yourself is not open yet."
        steps={[
          'Ask an admin of your organisation to add you.',
          'They give you the organisation’s address, your e-mail address for it and a first password.',
          'Log in with these.',
        ]}
        onward={{ href: loginHref, label: 'Go to Login' }}
        other={{ href: '/new_register', label: 'Register a new organisation' }}
      />
    </>
  );
}
