import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import { type Shell, useOrganisationLinks } from '@/components/viewer/shell-context';
import { writtenThere } from '@/lib/imported/vocabulary';
import type { Found } from '@/lib/search/schema';
import type { SearchKind } from '@/lib/search/vocabulary';
import type { HrefTo } from '@/lib/tenant/organisation-path';
import type { Entry, Group } from './palette-entries';

const ENOUGH = 2;
const SHOWN = 30;

const GROUP: Record<SearchKind, Group> = {
  task: 'Tasks',
  project: 'Projects',
  milestone: 'Milestones',
  person: 'People',
  comment: 'Comments',
  meeting: 'Meetings',
  request: 'Requests',
  message: 'Messages',
  file: 'Files',
  folder: 'Files',
};
const ORDER = Object.values(GROUP);

export function useSearchEntries(shell: Shell, query: string): { entries: Entry[]; waiting: boolean; failed: boolean } {
  const hrefTo = useOrganisationLinks();
  const typed = query.length >= ENOUGH;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['palette', query],
    queryFn: async ({ signal }) => (await call('GET search', { q: query, limit: SHOWN }, { signal })).docs,
    enabled: typed,
    placeholderData: keepPreviousData,
  });
  if (!typed || !data) return { entries: [], waiting: typed && isFetching, failed: typed && isError };
  const entries = data
    .flatMap((found) => foundEntry(found, shell.organisation.key, hrefTo))
    .toSorted((one, other) => ORDER.indexOf(one.group as never) - ORDER.indexOf(other.group as never));
  return { entries, waiting: isFetching, failed: isError };
}

/** None for a person whose page the viewer may not open. */
function foundEntry(
  { kind, _id: id, key, title, excerpt, imported, url }: Found,
  orgKey: string,
  hrefTo: HrefTo,
): Entry[] {
  if (!url) return [];
  const hit = excerpt && (kind === 'file' || kind === 'milestone' || excerpt.includes('<mark>')) ? { excerpt } : {};
  // The page below the organisation: the host may be the organisation's own.
  return [
    {
      id,
      group: GROUP[kind],
      text: title,
      ...(key && { note: imported ? `${key} · ${writtenThere(imported)}` : key }),
      ...hit,
      href: hrefTo(url.slice(orgKey.length + 2)),
    },
  ];
}
