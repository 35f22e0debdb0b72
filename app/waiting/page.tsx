import { CircleX, Hourglass } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { loginUrl } from '@/app/(public)/entry-urls';
import { AuthFrame } from '@/components/auth/auth-frame';
import { AuthHeading } from '@/components/auth/auth-heading';
import { WaitingWatch } from '@/components/auth/waiting-watch';
import { PlainLogout } from '@/components/shell/plain-logout';
import { bidi, isolated } from '@/lib/bidi';
import { env } from '@/lib/env';
import { liveConfigOf } from '@/lib/realtime/live-config';
import { declinedSeat, signedInSeat, waitingSeat } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

export const metadata: Metadata = { title: 'Waiting for approval' };

/** All that a pending person sees. Leads on by itself once the request is decided. */
export default async function WaitingPage() {
  const waiting = await waitingSeat();
  const declined = waiting ? null : await declinedSeat();
  if (!waiting && !declined) {
    const seat = await signedInSeat();
    redirect(seat ? (await organisationLinks(seat.org.key))('dashboard') : await loginUrl());
  }
  if (declined)
    return (
      <AuthFrame vendor={env.vendor}>
        <span className="mb-4 flex size-10 items-center justify-center rounded-full bg-danger-soft text-danger-text [&_.lucide]:size-5">
          <CircleX />
        </span>
        <AuthHeading title="Your request was declined">
          {isolated(declined.org_name)} declined your request
          {declined.approval_note ? `: “${declined.approval_note}”` : ' without giving a reason.'}
        </AuthHeading>
        <p className="mb-8 text-read text-text-2">
          If this is a mistake, ask the person who told you to join. You can ask again a day after the decision.
        </p>
        <PlainLogout />
      </AuthFrame>
    );
  if (!waiting) return null;
  return (
    <AuthFrame vendor={env.vendor}>
      <span className="mb-4 flex size-10 items-center justify-center rounded-full bg-warn-soft text-warn-text [&_.lucide]:size-5">
        <Hourglass />
      </span>
      <AuthHeading title={bidi`Waiting for ${waiting.org_name}`}>
        You are signed in as {waiting.email}. An admin of {isolated(waiting.org_name)} has to approve your request
        before you can continue.
      </AuthHeading>
      <p role="status" className="mb-6 rounded-sm bg-sunken px-3 py-2.5 text-base text-text-2">
        You can leave this page open: it opens your dashboard as soon as you are approved. You get an email too.
      </p>
      <h2 className="text-base font-semibold">To speed it up</h2>
      <ul className="mt-2 mb-8 list-disc space-y-2 pl-5 text-read text-text-2">
        <li>Tell the person who asked you to join that your request is pending.</li>
        <li>
          If {isolated(waiting.org_name)} invited you, open the link in that email and accept: then you do not need
          approval.
        </li>
      </ul>
      <PlainLogout />
      <WaitingWatch config={liveConfigOf(env.realtime)} />
    </AuthFrame>
  );
}
