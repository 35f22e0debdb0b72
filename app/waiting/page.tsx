import { Hourglass, RotateCw } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { loginAddress } from '@/app/(public)/onward';
import { AuthFrame } from '@/components/auth/auth-frame';
import { AuthHeading } from '@/components/auth/auth-heading';
import { PlainLogout } from '@/components/shell/plain-logout';
import { ButtonLink } from '@/components/ui/button-link';
import { env } from '@/lib/env';
import { organisationLinks } from '@/lib/organisation-links';
import { signedInSeat, waitingSeat } from '@/lib/transport';

export const metadata: Metadata = { title: 'Waiting for approval' };

/** All that a pending person sees: what they wait for, and a way out. */
export default async function WaitingPage() {
  const waiting = await waitingSeat();
  if (!waiting) {
    const seat = await signedInSeat();
    redirect(seat ? (await organisationLinks(seat.org.key))('dashboard') : await loginAddress());
  }
  return (
    <AuthFrame vendor={env.vendor}>
      <span className="mb-4 flex size-10 items-center justify-center rounded-full bg-warn-soft text-warn-text [&_.lucide]:size-5">
        <Hourglass />
      </span>
      <AuthHeading title={`Waiting for ${waiting.org_name}`}>
        You are signed in as {waiting.email}. An admin of {waiting.org_name} has to approve you before you see anything
        of it.
      </AuthHeading>
      <h2 className="text-base font-semibold">What to do now</h2>
      <ol className="mt-2 mb-8 list-decimal space-y-2 pl-5 text-read text-text-2">
        <li>Tell the person who asked you to join that your request is waiting.</li>
        <li>If {waiting.org_name} invited you, open the link in that mail and accept: then you are in at once.</li>
        <li>Come back here after that; this page then leads on to your dashboard.</li>
      </ol>
      <div className="flex flex-col gap-3">
        <ButtonLink href="/waiting" prefetch={false} variant="primary" size="touch" wide icon={<RotateCw />}>
          Look again
        </ButtonLink>
        <PlainLogout />
      </div>
    </AuthFrame>
  );
}
