'use client';

import { useState } from 'react';
import { SecondFactorSetup } from '@/components/account/second-factor-setup';
import { ButtonLink } from '@/components/ui/button-link';

export function RequiredSecondFactor({
  organisation,
  done,
  continueHref,
}: {
  organisation: string;
  done: boolean;
  continueHref: string;
}) {
  // As it was at first: the page is redrawn after the set-up, while the recovery codes are being read.
  const [before] = useState(done);
  if (before)
    return (
      <ButtonLink href={continueHref} prefetch={false} variant="primary" size="touch" wide>
        Go on
      </ButtonLink>
    );
  return (
    <SecondFactorSetup
      level="h2"
      doneText="I have saved them, continue"
      onDone={() => window.location.assign(continueHref)}
    >
      <p>
        {organisation} requires a six-digit code in addition to your password. It comes from an authenticator: an app on
        your phone, or a password manager. Setting it up takes a minute.
      </p>
    </SecondFactorSetup>
  );
}
