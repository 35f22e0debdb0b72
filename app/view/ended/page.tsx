import { EyeOff } from 'lucide-react';
import type { Metadata } from 'next';
import { loginUrl } from '@/app/(public)/entry-urls';
import { AuthFrame } from '@/components/auth/auth-frame';
import { AuthHeading } from '@/components/auth/auth-heading';
import { ButtonLink } from '@/components/ui/button-link';
import { env } from '@/lib/env';
import { signedInSeat } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

export const metadata: Metadata = { title: 'The view has ended' };

/** The edge has taken the view's cookie away: from here on the browser is whoever signed in. */
export default async function ViewEndedPage() {
  const seat = await signedInSeat();
  return (
    <AuthFrame vendor={env.vendor}>
      <span className="mb-4 flex size-10 items-center justify-center rounded-full bg-sunken text-text-2 [&_.lucide]:size-5">
        <EyeOff />
      </span>
      <AuthHeading title="You no longer view as a client">
        A view lasts half an hour, and ends earlier when you sign out, or when you or the client lose the place in the
        project.
      </AuthHeading>
      <ButtonLink
        href={seat ? (await organisationLinks(seat.org.key))('dashboard') : await loginUrl()}
        variant="primary"
        size="touch"
        wide
      >
        {seat ? 'Go on as yourself' : 'Sign in'}
      </ButtonLink>
    </AuthFrame>
  );
}
