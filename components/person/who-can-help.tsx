'use client';

import { useQuery } from '@tanstack/react-query';
import { adminsQuery } from '@/components/person/member-query';
import { useShell } from '@/components/viewer/shell-context';
import { isolated } from '@/lib/bidi';

/** The organisation's admins, as far as the reader may see them. */
export function WhoCanHelp({ to }: { to: string }) {
  const { organisation, member } = useShell();
  const { data } = useQuery(adminsQuery);
  const admins = (data ?? []).filter(({ _id }) => _id !== member._id);
  return (
    <>
      <p>
        An admin of {isolated(organisation.name)} can {to}.
      </p>
      {admins.length > 0 && (
        <ul className="mt-1 flex flex-wrap justify-center gap-x-4" aria-label="Admins">
          {admins.map((admin) => (
            <li dir="auto" key={admin._id}>
              {'email' in admin && admin.email ? (
                <a
                  href={`mailto:${admin.email}`}
                  className="inline-flex min-h-6 items-center rounded-xs text-accent-text underline underline-offset-2 pointer-coarse:min-h-11"
                >
                  Write to {isolated(admin.name)}
                </a>
              ) : (
                admin.name
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
