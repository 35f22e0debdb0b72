import { Trash2 } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { loginUrl } from '@/app/(public)/entry-urls';
import { AuthFrame } from '@/components/auth/auth-frame';
import { AuthHeading } from '@/components/auth/auth-heading';
import { RestoreForm } from '@/components/organisation/restore-form';
import { PlainLogout } from '@/components/shell/plain-logout';
import { bidi } from '@/lib/bidi';
import { env } from '@/lib/env';
import { formatsFor } from '@/lib/formats';
import { restoreOwnOrganisation } from '@/lib/organisation/actions';
import { GRACE_DAYS } from '@/lib/retention';
import { organisationsOf } from '@/lib/session/own-organisations';
import { deletedSeat, signedInSeat } from '@/lib/session/transport';
import { organisationHost, organisationLinks } from '@/lib/tenant/organisation-links';
import { linksOf } from '@/lib/tenant/organisation-path';

export const metadata: Metadata = { title: 'Organisation deleted' };

const DAY = 24 * 3600 * 1000;

/** All that an admin sees of a deleted organisation. */
export default async function DeletedPage() {
  const seat = await deletedSeat();
  if (!seat?.org_deleted_at) {
    const open = await signedInSeat();
    redirect(open ? (await organisationLinks(open.org.key))('dashboard') : await loginUrl());
  }
  const until = new Date(seat.org_deleted_at.getTime() + GRACE_DAYS * DAY);
  const words = formatsFor({ locale: seat.locale, timeZone: seat.time_zone }).moment(until.getTime(), 'long');
  const others = await organisationsOf(seat.person_id);
  const host = await organisationHost();
  const restorable = seat.role === 'admin' && seat.approval === 1 && !seat.deactivated && until > new Date();
  return (
    <AuthFrame vendor={env.vendor}>
      <span className="mb-4 flex size-10 items-center justify-center rounded-full bg-danger-soft text-danger-text [&_.lucide]:size-5">
        <Trash2 />
      </span>
      <AuthHeading title={bidi`${seat.org_name} has been deleted`}>
        {restorable
          ? `Nobody can work in it. Until ${words} you can restore it with everything in it; after that it is deleted permanently.`
          : `It can no longer be used. Ask one of its admins to restore it.`}
      </AuthHeading>
      <div className="flex flex-col gap-3">
        {restorable && <RestoreForm action={restoreOwnOrganisation} name={seat.org_name} />}
        <PlainLogout />
        {others.length > 0 && (
          <nav aria-label="Your other organisations" className="text-base text-text-2">
            Log in to{' '}
            {others.map(({ key, name }, at) => (
              <span key={key}>
                {at > 0 && ', '}
                <a
                  dir="auto"
                  href={linksOf(key, host)('login')}
                  className="font-medium text-accent-text hover:underline"
                >
                  {name}
                </a>
              </span>
            ))}
          </nav>
        )}
      </div>
    </AuthFrame>
  );
}
