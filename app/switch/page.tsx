import { ArrowRight } from 'lucide-react';
import { notFound, redirect } from 'next/navigation';
import { loginUrl, searchText } from '@/app/(public)/entry-urls';
import { AuthFrame } from '@/components/auth/auth-frame';
import { AuthHeading } from '@/components/auth/auth-heading';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { bidi, isolated } from '@/lib/bidi';
import { env } from '@/lib/env';
import { switchOrganisation } from '@/lib/session/actions';
import { pageClaims } from '@/lib/session/caller';
import { organisationsOf } from '@/lib/session/own-organisations';
import { signedInSeat } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { safeNext } from '@/lib/tenant/tenant';

/** For members who opened a page of another of their organisations; 404 for everybody else. */
export default async function SwitchPage({ searchParams }: PageProps<'/switch'>) {
  const to = await searchText(searchParams, 'to');
  const next = safeNext(await searchText(searchParams, 'next'));
  const [claims, seat] = await Promise.all([pageClaims(), signedInSeat()]);
  if (!claims || !seat) redirect(await loginUrl(next));
  const wanted = (await organisationsOf(claims.sub)).find(({ key }) => key === to);
  if (!wanted) notFound();
  const hrefTo = await organisationLinks(seat.org.key);
  if (wanted.key === seat.org.key) redirect(next ?? hrefTo('dashboard'));
  return (
    <AuthFrame vendor={env.vendor}>
      <title>{bidi`Go to ${wanted.name}? · Guildhall`}</title>
      <AuthHeading title={bidi`Go to ${wanted.name}?`}>
        This page belongs to {isolated(wanted.name)}. You are signed in to {isolated(seat.org.name)}, and one
        organisation is open at a time.
      </AuthHeading>
      <form action={switchOrganisation.bind(null, wanted.key, next)} className="flex flex-col gap-3">
        <Button type="submit" variant="primary" size="touch" wide icon={<ArrowRight />}>
          Go to {isolated(wanted.name)}
        </Button>
        <ButtonLink href={hrefTo('dashboard')} size="touch" wide>
          Stay in {isolated(seat.org.name)}
        </ButtonLink>
      </form>
    </AuthFrame>
  );
}
