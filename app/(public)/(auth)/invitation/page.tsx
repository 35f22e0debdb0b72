import type { Metadata } from 'next';
import { AcceptForm } from '@/components/auth/accept-form';
import { AuthHeading } from '@/components/auth/auth-heading';
import { PlainLogout } from '@/components/shell/plain-logout';
import { ButtonLink } from '@/components/ui/button-link';
import { bidi } from '@/lib/bidi';
import { DomainError } from '@/lib/errors';
import { accept } from '@/lib/invitation/actions';
import { showInvitation } from '@/lib/invitation/auth';
import { suggestPassphrase } from '@/lib/password/passphrase';
import { signedInSeat } from '@/lib/session/transport';
import { loginUrl, searchText } from '../../entry-urls';

// The URL holds a secret: no other site may learn it.
export const metadata: Metadata = { title: 'Invitation', referrer: 'same-origin', robots: { index: false } };

/** Opening the link changes nothing; only pressing Join does. */
export default async function InvitationPage({ searchParams }: PageProps<'/invitation'>) {
  const token = await searchText(searchParams, 'token');
  const invitation = await showInvitation(token).catch((error: unknown) => {
    if (error instanceof DomainError) return error;
    throw error;
  });
  if (invitation instanceof DomainError) {
    const gone = invitation.code === 'gone';
    return (
      <>
        <AuthHeading title={gone ? 'This invitation is no longer valid' : 'Invitation not found'}>
          {gone ? invitation.message : 'The link is incomplete or wrong. Copy the whole link from the email.'}
        </AuthHeading>
        <ButtonLink href={await loginUrl()} prefetch={false} variant="primary" size="touch" wide>
          Go to Login
        </ButtonLink>
      </>
    );
  }
  const seat = await signedInSeat();
  const other = seat && seat.actor.email !== invitation.email ? seat.actor.email : null;
  if (other)
    return (
      <>
        <AuthHeading title={bidi`Join ${invitation.organisation_name}`}>
          This invitation is for {invitation.email}, and you are signed in as {other}. Log out, then open the link
          again.
        </AuthHeading>
        <PlainLogout />
      </>
    );
  return (
    <>
      <AuthHeading title={bidi`Join ${invitation.organisation_name}`}>
        {invitation.inviter} invites {invitation.email} as {invitation.role_label}.
      </AuthHeading>
      <AcceptForm
        action={accept.bind(null, token)}
        email={invitation.email}
        name={invitation.name ?? ''}
        hasAccount={invitation.has_account}
        suggestion={invitation.has_account ? null : suggestPassphrase()}
      />
    </>
  );
}
