import type { TaskInHand } from '@/components/keys/task-in-hand';
import type { OverlayName } from '@/components/overlay/overlay';
import { placesFor } from '@/components/viewer/places';
import type { Shell } from '@/components/viewer/shell-context';
import { THEMES, type Theme } from '@/components/viewer/theme';
import { FIRST_VIEW, PROJECT_TABS, TASK_VIEWS, type TaskView, tabPath, viewPath } from '@/components/viewer/views';
import { bidi } from '@/lib/bidi';
import { canOpenBin } from '@/lib/bin/policy';
import { fold, textFilter } from '@/lib/fold';
import { canInvite } from '@/lib/invitation/policy';
import { mayEver } from '@/lib/permission/policy';
import type { HrefTo } from '@/lib/tenant/organisation-path';
import { overlay, pageEntries, taskEntries } from './palette-here';
import { PROFILE_PARTS, SETTINGS_PARTS } from './palette-settings';

const GROUPS = [
  'Recent',
  'This task',
  'This page',
  'Go to',
  'Create',
  'Actions',
  'Tasks',
  'Projects',
  'Milestones',
  'People',
  'Comments',
  'Meetings',
  'Requests',
  'Messages',
  'Files',
] as const;
export type Group = (typeof GROUPS)[number];

export type Act =
  | { does: 'overlay'; name: OverlayName }
  | { does: 'theme'; theme: Theme }
  | { does: 'copy'; text: string; said: string }
  | { does: 'press'; letter: string; on: Element; shift?: true }
  | { does: 'click'; on: HTMLElement }
  | { does: 'delete'; key: string }
  | { does: 'undo' }
  | { does: 'download' }
  | { does: 'switch'; key: string };

export type Entry = {
  id: string;
  group: Group;
  text: string;
  words?: string;
  /** Small text beside it: a project's key, an email. */
  note?: string;
  /** What was found in it, as `GET search` gives it. */
  excerpt?: string;
  keys?: string;
  /** Shown only when something is typed: it would crowd the open palette. */
  typed?: true;
  tint?: string;
  picture?: string | null;
} & ({ href: string; act?: undefined } | { href?: undefined; act: Act });

export type Here = {
  url: string;
  segment: string | null;
  project: string | null;
  task?: TaskInHand | null;
  /** What the page has: its filter, a button that exports what is listed, a change that can be undone. */
  filter?: HTMLElement | null;
  exporter?: HTMLElement | null;
  undoes?: boolean;
};

/** Everything that needs no server and that the role may do. */
export function localEntries(shell: Shell, hrefTo: HrefTo, here: Here): Entry[] {
  const { member, organisation } = shell;
  const entries: Entry[] = [];
  const add = (group: Group, id: string, text: string, rest: Partial<Entry> & ({ href: string } | { act: Act })) =>
    entries.push({ id, group, text, ...rest } as Entry);

  if (here.task) for (const entry of taskEntries(here.task, shell, hrefTo)) entries.push(entry);
  add('This page', 'copy', 'Copy link to this page', {
    words: 'share url address',
    act: { does: 'copy', text: here.url, said: 'Link copied' },
  });
  for (const entry of pageEntries(here)) entries.push(entry);
  if (here.segment === 'projectdetails' && here.project)
    for (const { id, label } of PROJECT_TABS)
      add('This page', `tab-${id}`, bidi`${label} of this project`, { href: hrefTo(tabPath(here.project, id)) });

  for (const { path, label, letter } of placesFor(member.role))
    add('Go to', path, label, { words: PLACE_WORDS[path], keys: `G ${letter.toUpperCase()}`, href: hrefTo(path) });
  for (const { id, label, letter } of TASK_VIEWS.filter((view) => view !== FIRST_VIEW))
    add('Go to', id, label, { words: VIEW_WORDS[id], keys: `V ${letter.toUpperCase()}`, href: hrefTo(viewPath(id)) });
  if (mayEver(member, 'meeting.view'))
    add('Go to', 'meeting', 'Meetings', { words: 'calendar appointments invitations', href: hrefTo('meeting') });
  if (mayEver(member, 'time.view'))
    for (const [id, view, label] of [
      ['time', 'time', 'Time report'],
      ['time-sheet', 'sheet', 'Time sheet'],
    ] as const)
      add('Go to', id, label, { words: 'hours spent week timesheet', href: hrefTo(`task?view=${view}`) });
  if (mayEver(member, 'task.import'))
    add('Go to', 'import', 'Import tasks', {
      words: 'csv excel trello jira asana',
      typed: true,
      href: hrefTo('task?view=import'),
    });
  if (canOpenBin(member))
    add('Go to', 'bin', 'Bin', { words: 'deleted trash restore', href: hrefTo('project?view=bin') });
  // What is the client’s own business, and the browser’s of whoever looks as them, has no entry.
  const own = !member.viewing;
  if (own) add('Go to', 'profile', 'Profile', { words: 'me account my', href: '/profile' });
  if (mayEver(member, 'settings.view'))
    for (const { id, label, words, needs } of SETTINGS_PARTS)
      if (!needs || mayEver(member, needs))
        add('Go to', `settings-${id}`, bidi`Settings: ${label}`, {
          words,
          typed: true,
          href: hrefTo(`settings?section=${id}`),
        });
  for (const { id, label, words } of own ? PROFILE_PARTS : [])
    add('Go to', `profile-${id}`, bidi`Profile: ${label}`, { words, typed: true, href: `/profile#${id}` });

  if (mayEver(member, 'task.create'))
    add('Create', 'new-task', 'New task', { words: 'add create todo', keys: 'C', act: overlay('new-task') });
  if (mayEver(member, 'project.create'))
    add('Create', 'new-project', 'New project', { words: 'add create', act: overlay('new-project') });
  if (mayEver(member, 'task.create'))
    add('Create', 'use-template', 'New tasks from a template', {
      words: 'add create use',
      typed: true,
      act: overlay('use-template'),
    });
  if (mayEver(member, 'project.create'))
    add('Create', 'use-project-template', 'New project from a template', {
      words: 'add create use',
      typed: true,
      act: overlay('use-project-template'),
    });
  if (canInvite(member))
    add('Create', 'invite', 'Invite people', {
      words: 'add member colleague client user send invitation',
      act: overlay('invite'),
    });

  add('Actions', 'keys', 'Keyboard shortcuts', { words: 'help keys', keys: '?', act: overlay('keys') });
  for (const { value, label } of own ? THEMES : [])
    add('Actions', `theme-${value}`, bidi`Theme: ${label}`, {
      words: 'switch change appearance mode night day',
      typed: true,
      act: { does: 'theme', theme: value },
    });
  for (const { key, name, tint } of shell.organisations)
    if (own && key !== organisation.key)
      add('Actions', `switch-${key}`, bidi`Switch to ${name}`, {
        words: 'change organisation company',
        tint,
        act: { does: 'switch', key },
      });
  if (own) {
    add('Actions', 'password', 'Change password', { typed: true, href: hrefTo('newpassword') });
    add('Actions', 'data', 'Download my data', { words: 'export', typed: true, act: { does: 'download' } });
    add('Actions', 'logout', 'Logout', { words: 'log out sign out signout leave exit', act: overlay('logout') });
  }

  for (const project of shell.projects) entries.push(projectEntry(project, hrefTo));
  return entries;
}

const VIEW_WORDS: Partial<Record<TaskView, string>> = { board: 'kanban columns drag' };
const PLACE_WORDS: Record<string, string> = {
  dashboard: 'home start my day today',
  project: 'projects',
  task: 'tasks list todo',
  file_manager: 'files documents',
  userlist: 'people members team invitations',
  settings: 'preferences configuration organisation',
};

const projectEntry = ({ _id, key, name, tint, picture }: Shell['projects'][number], hrefTo: HrefTo): Entry => ({
  id: _id,
  group: 'Projects',
  text: name,
  note: key,
  tint,
  picture,
  href: hrefTo(`projectdetails?project=${key}`),
});

const wordsOf = (text: string) => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);

/** 0: every typed word begins a word of the name; 1: it matches other words, or letters within; null: no match. */
function matchOf({ text, words = '', note = '' }: Entry, query: string): 0 | 1 | null {
  const name = fold(`${text} ${note}`);
  const all = fold(`${text} ${note} ${words}`);
  const wanted = wordsOf(fold(query));
  // Signs alone are no words.
  if (!wanted.length) return textFilter(query)(all) ? 1 : null;
  const among = wordsOf(name);
  if (wanted.every((word) => among.some((one) => one.startsWith(word)))) return 0;
  return wanted.every((word) => all.includes(word)) ? 1 : null;
}

/** Nothing typed: the last chosen, then all but `typed`. Else what matches; groups with a match by name come first. */
export function shownEntries(local: readonly Entry[], recent: readonly Entry[], query: string): Entry[] {
  if (!query) {
    const again = recent.map((entry): Entry => ({ ...entry, group: 'Recent' }));
    return [...again, ...local.filter(({ id, typed }) => !typed && !recent.some((one) => one.id === id))];
  }
  const found = [...local, ...recent.filter(({ id }) => !local.some((one) => one.id === id))].flatMap((entry) => {
    const rank = matchOf(entry, query);
    return rank === null ? [] : [{ entry, rank }];
  });
  const best = (group: Group) => Math.min(...found.filter((one) => one.entry.group === group).map(({ rank }) => rank));
  return GROUPS.filter((group) => found.some(({ entry }) => entry.group === group))
    .toSorted((one, other) => best(one) - best(other))
    .flatMap((group) =>
      found
        .filter(({ entry }) => entry.group === group)
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ entry }) => entry),
    );
}
