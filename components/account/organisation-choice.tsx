import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { isolated } from '@/lib/bidi';
import { switchOrganisation } from '@/lib/session/actions';

/** Works without scripts. */
export function OrganisationChoice({
  current,
  organisations,
}: {
  /** Key of the open organisation. */
  current: string;
  organisations: readonly { key: string; name: string }[];
}) {
  return (
    <ul className="divide-y divide-border">
      {organisations.map(({ key, name }) => (
        <li key={key} className="flex min-h-12 flex-wrap items-center gap-3 py-1.5">
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate text-base font-medium">
              {name}
            </span>
            <span className="block text-xs text-text-3">{key}</span>
          </span>
          {key === current ? (
            <Badge tone="ok">Current</Badge>
          ) : (
            <form action={switchOrganisation.bind(null, key, null)}>
              <Button type="submit" size="compact">
                Switch to {isolated(name)}
              </Button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
}
