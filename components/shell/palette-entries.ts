import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Role } from '@/components/ui/badge';
import type { HrefTo } from '@/lib/organisation-path';
import { mayEver } from '@/lib/permission/policy';
import type { OverlayName } from './overlay';
import { paletteQuery } from './palette-query';
import { placesFor } from './places';
import { type Shell, useOrganisationLinks } from './shell-context';

export type Entry = {
  id: string;
  group: 'Go to' | 'Create' | 'Projects' | 'Tasks';
  text: string;
  /** In small letters beside it: a key, a project's name. */
  note?: string;
  href?: string;
  /** What it opens above the page instead of leading elsewhere. */
  opens?: OverlayName;
  tint?: string;
};

const ENOUGH = 2;

const matches = (text: string, query: string) => text.toLowerCase().includes(query.toLowerCase());

/** What needs no server: places, recent projects and what can be made, as far as the role may. */
export function localEntries(shell: Shell, hrefTo: HrefTo, query: string): Entry[] {
  const role: { role: Role } = shell.member;
  const entries: Entry[] = placesFor(shell.member.role).map(({ path, label, letter }) => ({
    id: path,
    group: 'Go to',
    text: label,
    note: `G ${letter.toUpperCase()}`,
    href: hrefTo(path),
  }));
  entries.push({ id: 'profile', group: 'Go to', text: 'Profile', href: '/profile' });
  if (mayEver(role, 'task.create'))
    entries.push({ id: 'new-task', group: 'Create', text: 'New task', opens: 'new-task' });
  if (mayEver(role, 'project.create'))
    entries.push({ id: 'new-project', group: 'Create', text: 'New project', opens: 'new-project' });
  return entries.filter(({ text }) => matches(text, query));
}

/** Projects and tasks that match, found on the server; before anything is typed, the projects that changed last. */
export function useFoundEntries(shell: Shell, query: string): { entries: Entry[]; waiting: boolean; failed: boolean } {
  const hrefTo = useOrganisationLinks();
  const typed = query.length >= ENOUGH;
  const { data, isFetching, isError } = useQuery({
    ...paletteQuery(query),
    enabled: typed,
    placeholderData: keepPreviousData,
  });
  const project = (one: { _id: string; key: string; name: string; tint: string }): Entry => ({
    id: one._id,
    group: 'Projects',
    text: one.name,
    note: one.key,
    href: hrefTo(`projectdetails?project=${one.key}`),
    tint: one.tint,
  });
  if (!typed) {
    const recent = shell.projects.filter(({ name, key }) => matches(`${name} ${key}`, query)).map(project);
    return { entries: recent, waiting: false, failed: false };
  }
  return {
    entries: [
      ...(data?.projects ?? []).map(project),
      ...(data?.tasks ?? []).map(
        (task): Entry => ({
          id: task._id,
          group: 'Tasks',
          text: task.title,
          note: task.parent ? `${task.key}, part of ${task.parent.key}` : task.key,
          href: hrefTo(`taskpage?task=${task.key}`),
        }),
      ),
    ],
    waiting: isFetching,
    failed: isError,
  };
}
