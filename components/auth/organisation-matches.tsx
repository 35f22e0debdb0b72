import { ChevronRight } from 'lucide-react';
import { Avatar } from '@/components/ui/avatar';
import { Link } from '@/components/ui/link';

export type Organisation = { organisation_name: string; sub_domain: string };

export function OrganisationMatches({
  query,
  matches,
  loginHref,
  unlistedHref,
}: {
  query: string;
  matches: readonly Organisation[];
  loginHref: (key: string) => string;
  /** Login for the text as a key, if it can be one: unlisted organisations are not among the matches. */
  unlistedHref: string | null;
}) {
  return (
    <section aria-labelledby="matches" className="mt-8">
      <h2 id="matches" className="text-sm font-semibold text-text-2">
        {matches.length === 0
          ? `No listed organisation matches “${query}”`
          : matches.length === 1
            ? '1 organisation matches'
            : `${matches.length} organisations match`}
      </h2>
      {matches.length > 0 && (
        <ul className="mt-2 divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface">
          {matches.map((organisation) => (
            <li key={organisation.sub_domain}>
              <Link
                href={loginHref(organisation.sub_domain)}
                prefetch={false}
                className="flex min-h-12 items-center gap-3 px-3 py-2 hover:bg-hover focus-visible:-outline-offset-2"
              >
                <Avatar
                  person={{ id: organisation.sub_domain, name: organisation.organisation_name }}
                  size={32}
                  beside
                />
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate text-base font-medium">
                    {organisation.organisation_name}
                  </span>
                  <span className="block truncate text-xs text-text-3">{organisation.sub_domain}</span>
                </span>
                <ChevronRight className="text-text-3" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-base text-text-2">
        {unlistedHref ? (
          <>
            Some organisations are not listed. If “{query}” is the key of yours,{' '}
            <Link href={unlistedHref} prefetch={false} className="text-accent-text underline">
              go to its login
            </Link>
            .
          </>
        ) : (
          'Some organisations are not listed. Enter the exact key of yours, or ask a colleague for the link.'
        )}
      </p>
    </section>
  );
}
