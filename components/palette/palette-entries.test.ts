import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Shell } from '@/components/viewer/shell-context';
import { ROLES, type Role } from '@/lib/permission/schema';
import { linksOf } from '@/lib/tenant/organisation-path';
import { type Entry, localEntries, shownEntries } from './palette-entries';
import { PROFILE_PARTS, SETTINGS_PARTS } from './palette-settings';

const shellOf = (role: Role): Shell => ({
  workflows: {},
  organisation: { key: 'acme', name: 'Acme', tint: 'c1', logo: null },
  member: { _id: 'm', name: 'Maya', email: 'maya@acme.test', role, role_label: role, pic: null },
  creates: [],
  projectIds: [],
  unread: 0,
  timer: null,
  projects: [{ _id: 'p', key: 'WEB', name: 'Website relaunch', tint: 'c2', picture: null }],
  organisations: [
    { key: 'acme', name: 'Acme', tint: 'c1', logo: null },
    { key: 'globex', name: 'Globex', tint: 'c3', logo: null },
  ],
  host: null,
});
const HERE = { url: 'http://localhost/acme/task', segment: 'task', project: null };
const find = (role: Role, query: string, recent: Entry[] = []) =>
  shownEntries(localEntries(shellOf(role), linksOf('acme', null), HERE), recent, query);
const texts = (role: Role, query: string) => find(role, query).map(({ text }) => text);

describe('the palette', () => {
  test.each([
    ['invite', 'Invite people'],
    ['trash', 'Bin'],
    ['in', 'Invite people'],
    ['dark', 'Theme: Dark'],
    ['logout', 'Logout'],
    ['log out', 'Logout'],
    ['sign out', 'Logout'],
    ['password', 'Change password'],
    ['globex', 'Switch to Globex'],
    ['shortcuts', 'Keyboard shortcuts'],
    ['my data', 'Download my data'],
    ['new ta', 'New task'],
    ['holidays', 'Settings: Organisation'],
    ['audit', 'Settings: Audit log'],
    ['time zone', 'Settings: Organisation'],
    ['WEB', 'Website relaunch'],
    ['hours', 'Time report'],
    ['trello', 'Import tasks'],
  ])('finds by %j first %j', (query, first) => expect(texts('admin', query)[0]).toBe(first));

  test.each(ROLES)('offers a %s only what the role may', (role) => {
    const all = localEntries(shellOf(role), linksOf('acme', null), HERE).map(({ text }) => text);
    const leads = ['admin', 'subadmin', 'team_leader'].includes(role);
    expect(all.includes('Invite people')).toBe(leads);
    expect(all.includes('New project')).toBe(leads);
    expect(all.includes('New task')).toBe(leads || role === 'user');
    expect(all.includes('Settings: Roles')).toBe(leads || role === 'observer');
    expect(all.includes('Settings: Danger zone')).toBe(role === 'admin');
    expect(all).toContain('Logout');
  });

  test('offers whoever looks as a client places alone', () => {
    const shell = shellOf('client');
    const looking = { ...shell, member: { ...shell.member, viewing: true as const } };
    const all = localEntries(looking, linksOf('acme', null), HERE);
    expect(new Set(all.map(({ group }) => group))).toEqual(new Set(['This page', 'Go to', 'Actions', 'Projects']));
    expect(all.filter(({ group }) => group === 'Actions').map(({ text }) => text)).toEqual(['Keyboard shortcuts']);
    expect(all.filter(({ text }) => /^Profile/.test(text))).toEqual([]);
  });

  test('shows what was chosen last first, and only once', () => {
    const [task] = find('admin', 'task');
    const shown = find('admin', '', [{ ...(task as Entry) }]);
    expect(shown[0]).toMatchObject({ group: 'Recent', id: task?.id });
    expect(shown.filter(({ id }) => id === task?.id)).toHaveLength(1);
  });

  test('knows every section of Settings and Profile by its name', () => {
    const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../../app', file), 'utf8');
    const sections = [
      ...read('[orgKey]/(dashboard)/settings/sections.tsx').matchAll(/id: '(\w+)',\s+label: '([^']+)'/g),
    ];
    expect(SETTINGS_PARTS.map(({ id, label }) => [id, label])).toEqual(sections.map(([, id, label]) => [id, label]));
    const parts = [...read('profile/page.tsx').matchAll(/^ {2}\['([\w-]+)', '([^']+)'\]/gm)];
    expect(PROFILE_PARTS.map(({ id, label }) => [id, label])).toEqual(parts.map(([, id, label]) => [id, label]));
  });

  test('offers what the page has, with its keys', () => {
    const page = { ...HERE, filter: {} as HTMLElement, exporter: {} as HTMLElement, undoes: true };
    const here = (of: Parameters<typeof localEntries>[2]) =>
      localEntries(shellOf('client'), linksOf('acme', null), of).flatMap(({ group, text, keys }) =>
        group === 'This page' ? [keys ? `${text} (${keys})` : text] : [],
      );
    expect(here(HERE)).toEqual(['Copy link to this page']);
    expect(here(page)).toEqual([
      'Copy link to this page',
      ...['Filter (F)', 'Clear the filter (Shift F)', 'Export these tasks', 'Undo the last change (Ctrl Z)'],
    ]);
    const views = localEntries(shellOf('client'), linksOf('acme', null), HERE).filter(({ keys }) =>
      keys?.startsWith('V'),
    );
    expect(views.map(({ text, keys }) => `${text} ${keys}`)).toEqual(['Board V B', 'Calendar V C', 'Timeline V T']);
  });

  const task = (has: readonly string[], onBoard = false) => ({
    ...{ key: 'WEB-1', target: {} as Element, onBoard, peeks: onBoard },
    has: (command: string, field?: string) => has.includes(field ?? command),
  });
  const offered = (role: Role, inHand: ReturnType<typeof task>) =>
    localEntries(shellOf(role), linksOf('acme', null), { ...HERE, task: inHand }).flatMap(({ group, text, keys }) =>
      group === 'This task' ? [keys ? `${text} (${keys})` : text] : [],
    );

  test('offers the commands of the task in hand that its place has, with their keys', () => {
    expect(offered('admin', task(['Status', 'Timer', 'Move']))).toEqual([
      'Status (S)',
      'Start or stop the timer (T)',
      'Duplicate task',
      'Save task as template',
      'Move to another project (M)',
      'Delete task',
      'Copy link to the task',
    ]);
    expect(offered('user', task([], true))).toEqual([
      'Open beside the view (O)',
      ...['Status (S)', 'Assign (A)', 'Priority (P)', 'Due date (D)'],
      ...['Labels (L)', 'Edit the title (E)', 'Move to… (M)'],
      ...['Duplicate task', 'Move to another project (Shift M)', 'Delete task', 'Copy link to the task'],
    ]);
    expect(offered('client', task(['Status', 'Watching', 'Timer']))).toEqual([
      'Watch, or stop watching (W)',
      'Copy link to the task',
    ]);
    expect(offered('observer', task([], true))).toEqual(['Open beside the view (O)', 'Copy link to the task']);
  });
});
