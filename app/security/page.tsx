import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { loginUrl } from '@/app/(public)/entry-urls';
import { OrganisationChoice } from '@/components/account/organisation-choice';
import { AuthFrame } from '@/components/auth/auth-frame';
import { AuthHeading } from '@/components/auth/auth-heading';
import { RequiredSecondFactor } from '@/components/auth/required-second-factor';
import { PlainLogout } from '@/components/shell/plain-logout';
import { getOwnSecurity } from '@/lib/account/own-security';
import { isolated } from '@/lib/bidi';
import { env } from '@/lib/env';
import { pageClaims } from '@/lib/session/caller';
import { organisationsOf } from '@/lib/session/own-organisations';
import { orgPage } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

export const metadata: Metadata = { title: 'Second factor' };

/** Every page of an organisation that requires a second factor leads people without one here. */
export default async function SecurityPage() {
  const claims = await pageClaims();
  if (!claims) redirect(await loginUrl());
  const read = async (ctx: Parameters<typeof getOwnSecurity>[0]) => ({
    org: ctx.org,
    second: (await getOwnSecurity(ctx)).second_factor,
  });
  const { org, second } = await orgPage(null, 'profile.own', read, ['second_factor']);
  if (!second.required_by.includes(org.name)) redirect('/profile#security');
  const hrefTo = await organisationLinks(org.key);
  const organisations = await organisationsOf(claims.sub);
  return (
    <AuthFrame vendor={env.vendor}>
      <AuthHeading title="Set up a second factor">
        {isolated(org.name)} requires a second factor. Set it up to continue.
      </AuthHeading>
      <RequiredSecondFactor
        organisation={org.name}
        done={second.enabled_at !== null}
        continueHref={hrefTo('dashboard')}
      />
      {organisations.length > 1 && (
        <section className="mt-8">
          <h2 className="mb-1 text-base font-semibold">Your organisations</h2>
          <OrganisationChoice current={org.key} organisations={organisations} />
        </section>
      )}
      <div className="mt-8">
        <PlainLogout />
      </div>
    </AuthFrame>
  );
}
