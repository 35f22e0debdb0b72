import { Link } from '@/components/ui/link';
import { addressWith, type Search } from './search-params';

/** Sorts by the URL (`sort=name`, `sort=-name`); a second press reverses. */
export function SortHead({
  path,
  search,
  by,
  first,
  label,
  downFirst = false,
  className,
}: {
  path: string;
  search: Search;
  by: string;
  first: string;
  label: string;
  /** Descending at the first press: latest, most. */
  downFirst?: boolean;
  className?: string;
}) {
  const now = search.sort ?? first;
  const up = now === by;
  const down = now === `-${by}`;
  const turned = downFirst ? (down ? by : `-${by}`) : up ? `-${by}` : by;
  return (
    <th scope="col" aria-sort={up ? 'ascending' : down ? 'descending' : undefined} className={className}>
      <Link
        href={addressWith(path, search, { sort: turned === first ? null : turned })}
        scroll={false}
        prefetch={false}
        className="inline-flex min-h-6 items-center gap-1 rounded-xs hover:text-text hover:underline"
      >
        {label}
        {(up || down) && <span aria-hidden="true">{up ? '↑' : '↓'}</span>}
      </Link>
    </th>
  );
}
