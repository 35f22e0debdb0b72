import type { ReactNode } from 'react';
import { SectionCard } from '@/components/page/section-card';
import { Ago } from '@/components/ui/ago';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import type { OwnSecurity, OwnSession } from '@/lib/account/schema.security';
import { isolated } from '@/lib/bidi';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { EmailButton, SecondFactorButtons } from './security-buttons';
import { SessionList } from './session-list';

export async function SecuritySection({
  orgKey,
  security,
  sessions,
}: {
  orgKey: string;
  security: OwnSecurity;
  sessions: readonly OwnSession[];
}) {
  const hrefTo = await organisationLinks(orgKey);
  const { email, pending_email: pending, password_changed_at: changedAt, second_factor: second } = security;
  return (
    <>
      <SectionCard title="Security" id="security">
        <div className="divide-y divide-border">
          <Row title="Email" does={<EmailButton security={security} />}>
            <p className="wrap-anywhere">{email}</p>
            {pending && (
              <p className="mt-1 wrap-anywhere text-warn-text">
                {pending} is not confirmed yet. Enter the code we sent to it.
              </p>
            )}
          </Row>
          <Row
            title="Password"
            does={
              <ButtonLink href={hrefTo('newpassword')} size="compact">
                Change password
              </ButtonLink>
            }
          >
            Changed <Ago at={changedAt} />. One password for all your organisations.
          </Row>
          <Row
            title="Second factor"
            badge={second.enabled_at ? <Badge tone="ok">On</Badge> : <Badge>Off</Badge>}
            does={<SecondFactorButtons security={security} />}
          >
            <SecondFactorState second={second} />
          </Row>
        </div>
      </SectionCard>
      <SectionCard title="Where you are signed in">
        <SessionList sessions={sessions} />
      </SectionCard>
    </>
  );
}

function SecondFactorState({ second }: { second: OwnSecurity['second_factor'] }) {
  const { enabled_at: enabledAt, recovery_codes_left: left, required_by: requiredBy } = second;
  const few = left <= 3;
  return (
    <>
      {enabledAt ? (
        <p>
          Logging in asks for a code from your authenticator.{' '}
          <span className={few ? 'text-warn-text' : undefined}>
            {left === 1 ? '1 recovery code is' : `${left || 'No'} recovery codes are`} left
            {few ? '. Create new ones.' : '.'}
          </span>
        </p>
      ) : (
        <p>A code from an authenticator in addition to your password, so that the password alone is not enough.</p>
      )}
      {requiredBy.length > 0 && <p className="mt-1">Required by {requiredBy.join(', ')}.</p>}
    </>
  );
}

function Row({
  title,
  badge,
  does,
  children,
}: {
  title: string;
  badge?: ReactNode;
  does: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="flex items-center gap-2 text-base font-semibold">
          {isolated(title)}
          {badge}
        </h3>
        <div className="text-base text-text-2">{children}</div>
      </div>
      {does}
    </section>
  );
}
