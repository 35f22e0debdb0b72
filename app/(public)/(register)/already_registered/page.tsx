import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AuthHeading } from '@/components/auth/auth-heading';
import { OrganisationMatches } from '@/components/auth/organisation-matches';
import { OrganisationSearch } from '@/components/auth/organisation-search';
import { Link } from '@/components/ui/link';
import { findOrganisations } from '@/lib/sign-up/directory';
import { organisationHost } from '@/lib/tenant/organisation-links';
import { linksOf } from '@/lib/tenant/organisation-path';
import { isOrgKey } from '@/lib/tenant/tenant';
import { cut } from '@/lib/text';
import { nextOf, searchText, withNext } from '../../entry-urls';

export const metadata: Metadata = { title: 'Find your organisation' };

const LONGEST_QUERY = 100;

export default async function AlreadyRegisteredPage({ searchParams }: PageProps<'/already_registered'>) {
  const next = await nextOf(searchParams);
  const query = cut(await searchText(searchParams, 'q'), LONGEST_QUERY);
  const host = await organisationHost();
  const loginHref = (key: string) => withNext(linksOf(key, host)('login'), next);

  const asked = query.toLowerCase();
  const { certain, matches } = query ? await findOrganisations(query) : { certain: null, matches: [] };
  if (certain) redirect(loginHref(certain));

  return (
    <>
      <AuthHeading title="Which organisation?">You log in to one organisation at a time.</AuthHeading>
      <OrganisationSearch query={query} next={next} />
      {query && (
        <OrganisationMatches
          query={query}
          matches={matches}
          loginHref={loginHref}
          unlistedHref={isOrgKey(asked) ? loginHref(asked) : null}
        />
      )}
      <p className="mt-8 border-t border-border pt-4 text-base text-text-2">
        Not here yet?{' '}
        <Link href="/new_register" prefetch={false} className="text-accent-text underline">
          Register an organisation
        </Link>{' '}
        or{' '}
        <Link href="/signup" prefetch={false} className="text-accent-text underline">
          ask to join one
        </Link>
        .
      </p>
    </>
  );
}
