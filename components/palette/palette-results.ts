import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Shell, useOrganisationLinks } from '@/components/viewer/shell-context';
import { mayEver } from '@/lib/permission/policy';
import { type Entry, projectEntry } from './palette-entries';
import { paletteQuery } from './palette-query';

const ENOUGH = 2;

export function useSearchEntries(shell: Shell, query: string): { entries: Entry[]; waiting: boolean; failed: boolean } {
  const hrefTo = useOrganisationLinks();
  const typed = query.length >= ENOUGH;
  const { data, isFetching, isError } = useQuery({
    ...paletteQuery(query),
    enabled: typed,
    placeholderData: keepPreviousData,
  });
  if (!typed || !data) return { entries: [], waiting: typed && isFetching, failed: typed && isError };
  const opensPeople = mayEver(shell.member, 'users.view');
  const people = data.people.flatMap((person): Entry[] => {
    const { _id: id, name } = person;
    const email = 'email' in person ? person.email : undefined;
    const role = 'role_label' in person ? person.role_label : undefined;
    const shared = { id, group: 'People' as const, text: name, note: email ?? role };
    if (opensPeople) return [{ ...shared, href: hrefTo(`userlist?q=${encodeURIComponent(email ?? name)}`) }];
    // Viewers without the Users screen can still write to a colleague.
    return email ? [{ ...shared, act: { does: 'copy', text: email, said: `Email of ${name} copied` } }] : [];
  });
  return {
    entries: [
      ...data.projects.map((project) => projectEntry(project, hrefTo)),
      ...data.tasks.map(
        (task): Entry => ({
          id: task._id,
          group: 'Tasks',
          text: task.title,
          note: task.parent ? `${task.key}, part of ${task.parent.key}` : task.key,
          href: hrefTo(`taskpage?task=${task.key}`),
        }),
      ),
      ...people,
    ],
    waiting: isFetching,
    failed: isError,
  };
}
