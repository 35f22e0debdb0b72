import { Eye } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AuthFrame } from '@/components/auth/auth-frame';
import { AuthHeading } from '@/components/auth/auth-heading';
import { EndView } from '@/components/client-view/end-view';
import { ButtonLink } from '@/components/ui/button-link';
import { bidi, isolated } from '@/lib/bidi';
import { env } from '@/lib/env';
import { viewSeat } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

export const metadata: Metadata = { title: 'Viewing as a client' };

/** Where pages lead that are no part of a view of a client's pages: their account, messages, settings. */
export default async function OutsideViewPage() {
  const seat = await viewSeat();
  if (!seat) redirect('/view/ended');
  const hrefTo = await organisationLinks(seat.org.key);
  return (
    <AuthFrame vendor={env.vendor}>
      <span className="mb-4 flex size-10 items-center justify-center rounded-full bg-view text-on-view [&_.lucide]:size-5">
        <Eye />
      </span>
      <AuthHeading title={bidi`You are viewing as ${seat.name}`}>
        This page is not part of it: what is {isolated(seat.name)}’s own business, such as messages, notifications and
        the account, stays private, and so does what is yours until you end the view.
      </AuthHeading>
      <div className="flex flex-col gap-3">
        <EndView to={hrefTo('dashboard')} wide />
        <ButtonLink href={hrefTo('dashboard')} size="touch" wide>
          Back to the client’s dashboard
        </ButtonLink>
      </div>
    </AuthFrame>
  );
}
