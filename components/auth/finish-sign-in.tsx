import { useState } from 'react';
import { signIn } from '@/lib/session/actions';
import { LoginForm } from './login-form';

/** Last step for people with a second factor, after their code or invitation was right. */
export function FinishSignIn({ mfaToken, organisation }: { mfaToken: string; organisation: string }) {
  const [action] = useState(() => signIn.bind(null, organisation));
  return (
    <>
      <p role="status" className="mb-4 rounded-sm bg-ok-soft px-3 py-2.5 text-base text-ok-text">
        One more step: enter the code from your authenticator.
      </p>
      <LoginForm
        action={action}
        mfaToken={mfaToken}
        orgKey={organisation}
        ended={false}
        forgotHref={`/forgetpassword?organisation=${organisation}`}
        loginHref={`/already_registered?q=${organisation}`}
      />
    </>
  );
}
