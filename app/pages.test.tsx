import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import DashboardPage from '@/app/[orgKey]/(dashboard)/dashboard/page';
import FilePage from '@/app/[orgKey]/(dashboard)/file_manager/page';
import MeetingPage from '@/app/[orgKey]/(dashboard)/meeting/page';
import NotificationsPage from '@/app/[orgKey]/(dashboard)/notifications/page';
import ProjectPage from '@/app/[orgKey]/(dashboard)/project/page';
import ProjectDetailsPage from '@/app/[orgKey]/(dashboard)/projectdetails/page';
import SettingsPage from '@/app/[orgKey]/(dashboard)/settings/page';
import TaskPage from '@/app/[orgKey]/(dashboard)/task/page';
import TaskDetailsPage from '@/app/[orgKey]/(dashboard)/taskpage/page';
import UserListPage from '@/app/[orgKey]/(dashboard)/userlist/page';
import { OrganisationShell } from '@/app/[orgKey]/organisation-shell';
import { closeDatabase } from '@/lib/db';
import { signInWithPassword } from '@/lib/session/sign-in';
import { fixtureId, insert, PASSWORD } from '@/lib/test/fixtures';
import { runAction } from '@/lib/test/next-request';
import { ownerClient } from '@/lib/test/owner';

/** Who is shown what, in a page's HTML as the server sends it, its frame included. */

vi.mock('next/headers', () => import('@/lib/test/next-request'));
vi.mock('next/dynamic', () => import('@/components/test/dynamic'));
vi.mock('next/navigation', async (original) => ({
  ...(await original<object>()),
  forbidden: () => {
    throw Object.assign(new Error('forbidden'), { digest: 'NEXT_HTTP_ERROR_FALLBACK;403' });
  },
  useRouter: () => ({ prefetch: () => undefined }),
  usePathname: () => '/acme/dashboard',
  useSearchParams: () => new URLSearchParams(),
}));
vi.mock('react', async (original) => {
  const { cache } = await import('@/lib/test/next-request');
  return { ...(await original<object>()), cache };
});

type Page = (props: {
  params: Promise<{ orgKey: string }>;
  searchParams: Promise<Record<string, string>>;
}) => Promise<ReactNode>;
const PAGES: Record<string, Page> = {
  dashboard: DashboardPage,
  file_manager: FilePage,
  meeting: MeetingPage,
  notifications: NotificationsPage,
  project: ProjectPage,
  projectdetails: ProjectDetailsPage,
  settings: SettingsPage,
  task: TaskPage,
  taskpage: TaskDetailsPage,
  userlist: UserListPage,
};

const owner = ownerClient();
const SEATS = ['admin', 'subadmin', 'leader', 'user', 'client', 'observer'] as const;
type Seat = (typeof SEATS)[number] | 'outsider';
const tokens = new Map<string, string>();
beforeAll(async () => {
  const org_id = fixtureId('acme');
  const leader_id = fixtureId('acme.leader');
  const project = async (key: string, name: string, more: object) => {
    const id = fixtureId(`acme.${key}`);
    await insert(owner, 'project', { org_id, id, key, name, type: 'web_application', leader_id, ...more });
    for (const seat of ['leader', 'user'])
      await insert(owner, 'project_member', { org_id, project_id: id, member_id: fixtureId(`acme.${seat}`) });
  };
  await project('OLD', 'Old campaign', { status: 'archived', updated_at: '2100-01-01' });
  await project('FAIR', 'Autumn fair', { deleted_at: new Date() });
  const entry = {
    org_id,
    id: fixtureId('entry'),
    task_id: fixtureId('acme.WEB-1'),
    project_id: fixtureId('acme.WEB'),
    audience: 'client',
  };
  await insert(owner, 'time_entry', {
    ...{ ...entry, member_id: fixtureId('acme.user') },
    ...{ started_at: '2025-03-04T10:00Z', ended_at: '2025-03-04T11:30Z' },
  });
  for (const seat of [...SEATS, 'outsider']) {
    const known = { email: `${seat}@acme.test`, password: PASSWORD, sub_domain: 'acme' };
    tokens.set(seat, (await signInWithPassword(known, 'browser', {})).token);
  }
});
afterAll(closeDatabase);
afterAll(() => vi.doUnmock('next/headers'));
afterAll(() => vi.doUnmock('next/dynamic'));
afterAll(() => vi.doUnmock('next/navigation'));
afterAll(() => vi.doUnmock('react'));

/** Nothing of the page comes after its frame. */
const WHOLE = { progressiveChunkSize: Number.POSITIVE_INFINITY } as object;

type Answer = { status: number; to?: string; html: string };
const read = new Map<string, Promise<Answer>>();
/** Each is drawn once for a seat. */
function open(seat: Seat, path: string): Promise<Answer> {
  const name = `${seat} ${path}`;
  const answer = read.get(name) ?? draw(seat, path);
  read.set(name, answer);
  return answer;
}
async function draw(seat: Seat, path: string, cookies: Record<string, string> = {}): Promise<Answer> {
  const [route = '', query] = path.split('?');
  const page = PAGES[route] as Page;
  const search = Object.fromEntries(new URLSearchParams(query));
  try {
    const drawn = async () => {
      const body = await page({ params: Promise.resolve({ orgKey: 'acme' }), searchParams: Promise.resolve(search) });
      const { prelude } = await prerender(OrganisationShell({ orgKey: 'acme', children: body }), WHOLE);
      return new Response(prelude).text();
    };
    const { value, redirect: to } = await runAction(tokens.get(seat) ?? null, drawn, undefined, cookies);
    return to === undefined ? { status: 200, html: String(value) } : { status: 307, to, html: '' };
  } catch (error) {
    const [, status] = /^NEXT_HTTP_ERROR_FALLBACK;(\d+)$/.exec(String((error as { digest?: string }).digest)) ?? [];
    if (!status) throw error;
    return { status: Number(status), html: '' };
  }
}
/** What is between tags, in order, without the frame around the page. */
const words = (html: string) =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter(Boolean);
/** What the links or choices in something that is so called say. */
const within = (html: string, label: string, tag: string) => {
  const from = html.indexOf(`aria-label="${label}"`, html.indexOf('<main'));
  const part = html.slice(from, html.indexOf(tag, from));
  return [...new Set([...part.matchAll(/<a[^>]*>([^<]+)/g)].map(([, text]) => text))];
};

const LEADS: readonly Seat[] = ['admin', 'subadmin', 'leader'];
const TEAM: readonly Seat[] = [...LEADS, 'user'];
const GOVERN: readonly Seat[] = ['admin', 'subadmin'];

const NOT_CLIENT: readonly Seat[] = [...TEAM, 'observer'];
const READS_SETTINGS: readonly Seat[] = [...LEADS, 'observer'];
const WEB = 'projectdetails?project=WEB';

describe('a page is closed to everybody but', () => {
  test.each<[path: string, open: readonly Seat[]]>([
    ['project?view=bin', TEAM],
    ['project?view=new', LEADS],
    ['project?view=template', LEADS],
    [`${WEB}&view=edit`, LEADS],
    [`${WEB}&tab=efficiency`, NOT_CLIENT],
    ['task?view=new', TEAM],
    ['task?view=template', TEAM],
    ['task?view=import', LEADS],
    ['task?view=sheet', NOT_CLIENT],
    ['task?view=time', NOT_CLIENT],
    ['taskpage?task=WEB-1&view=edit', TEAM],
    ['file_manager?view=bin', [...TEAM, 'client']],
    ['userlist', READS_SETTINGS],
    ['settings', READS_SETTINGS],
    ['settings?section=workflow', READS_SETTINGS],
    ['settings?section=security', [...GOVERN, 'observer']],
    ['settings?section=audit', [...GOVERN, 'observer']],
    ['settings?section=mail', GOVERN],
    ['settings?section=data', ['admin']],
    ['settings?section=danger', ['admin']],
  ])('%s', async (path, seats) => {
    for (const seat of SEATS) expect((await open(seat, path)).status, seat).toBe(seats.includes(seat) ? 200 : 403);
  });
});

describe('a page is not there:', () => {
  test.each<[path: string, seat: Seat]>([
    [WEB, 'outsider'],
    [`${WEB}&tab=files`, 'outsider'],
    [`${WEB}&tab=efficiency`, 'outsider'],
    [`${WEB}&view=edit`, 'outsider'],
    ['task?project=WEB', 'outsider'],
    ['task?view=board&project=WEB', 'outsider'],
    ['file_manager?project=WEB', 'outsider'],
    ['taskpage?task=WEB-1', 'outsider'],
    ['taskpage?task=WEB-1&view=edit', 'outsider'],
    ['taskpage?task=WEB-2', 'client'],
    ['projectdetails?project=APP', 'user'],
    ['projectdetails?project=NONE', 'admin'],
    ['task?project=NONE', 'admin'],
    ['settings?section=nothing', 'admin'],
    ['settings?section=workflow&project=NONE', 'admin'],
    ['settings?section=rules&project=NONE', 'admin'],
    ['settings?section=templates&project=APP', 'leader'],
  ])('%s for %s', async (path, seat) => {
    expect((await open(seat, path)).status).toBe(404);
  });
});

test.each<[path: string, to: string]>([
  ['projectdetails', '/acme/project'],
  [`${WEB}&tab=board&q=mail`, '/acme/task?project=WEB&q=mail&view=board'],
])('%s leads on', async (path, to) => {
  expect((await open('user', path)).to).toBe(to);
});

describe('is offered:', () => {
  test.each<[path: string, what: string, seats: readonly Seat[]]>([
    ['dashboard', 'New task', TEAM],
    ['dashboard', 'asks to join as User', GOVERN],
    ['project', 'Mine', TEAM],
    ['project', 'Bin', TEAM],
    ['project', 'Loyalty app', [...GOVERN, 'observer']],
    [WEB, 'New task', TEAM],
    [WEB, 'Write update', LEADS],
    [WEB, 'Add milestone', LEADS],
    [WEB, 'Attach files', [...TEAM, 'client']],
    [WEB, 'Progress', NOT_CLIENT],
    [WEB, 'Progress of what is shared with you', ['client']],
    [`${WEB}&tab=tasks`, 'New task', TEAM],
    [`${WEB}&tab=tasks`, 'Import', LEADS],
    [`${WEB}&tab=tasks`, 'Mine', TEAM],
    [`${WEB}&tab=tasks`, 'Visible to client', NOT_CLIENT],
    [`${WEB}&tab=tasks`, 'Draft the sitemap', NOT_CLIENT],
    [`${WEB}&tab=people`, 'Add people', LEADS],
    [`${WEB}&tab=people`, 'Team Leader', NOT_CLIENT],
    [`${WEB}&tab=people`, 'user2 of acme', NOT_CLIENT],
    [`${WEB}&tab=people`, 'New task', []],
    [`${WEB}&tab=activity`, 'New task', []],
    [`${WEB}&tab=files`, 'Upload', [...TEAM, 'client']],
    [`${WEB}&tab=requests`, 'New request', ['client']],
    [`${WEB}&tab=meetings`, 'New meeting', TEAM],
    ['meeting', 'New meeting', TEAM],
    ['task', 'Time', NOT_CLIENT],
    ['task', 'Import', LEADS],
    ['task', 'Bin', TEAM],
    ['task', 'About the project', []],
    ['task', 'Mine', TEAM],
    ['task', 'Negotiate the hosting contract', NOT_CLIENT],
    ['task?project=WEB', 'About the project', SEATS],
    ['task?view=board&project=WEB', 'Negotiate the hosting contract', NOT_CLIENT],
    ['task?view=calendar', 'Draft the sitemap', NOT_CLIENT],
    ['task?view=timeline', 'Draft the sitemap', NOT_CLIENT],
    ['taskpage?task=WEB-1', 'Edit all fields', TEAM],
    ['taskpage?task=WEB-1', 'They are the wrong format again.', NOT_CLIENT],
    ['taskpage?task=WEB-1', 'The logo files are here.', SEATS],
    ['taskpage?task=WEB-1', 'Ask for approval', TEAM],
    ['file_manager', 'Upload', GOVERN],
    ['file_manager', 'All files', NOT_CLIENT],
    ['file_manager', 'Shared with you', ['client']],
    ['file_manager?project=WEB', 'Upload', [...TEAM, 'client']],
    ['file_manager?project=WEB', 'Bin', [...TEAM, 'client']],
    ['userlist', 'Invitations', READS_SETTINGS],
    ['userlist', 'pending@acme.test asks to join', GOVERN],
    ['userlist?view=invitations', 'pending@acme.test asks to join', []],
    ['settings', 'Only admins and sub-admins can change this.', ['leader', 'observer']],
    ['settings?section=key', 'Only an admin can change it.', ['subadmin', 'leader', 'observer']],
    ['settings?section=joining', 'Only an admin can change this.', ['subadmin', 'leader', 'observer']],
    ['settings?section=security', 'Only an admin can change this.', ['subadmin', 'observer']],
    ['settings?section=labels', 'New label', LEADS],
    ['settings?section=fields', 'New field', GOVERN],
    ['settings?section=workflow', 'Name of Pending', GOVERN],
    ['settings?section=workflow&project=WEB', 'Name of Pending', LEADS],
    ['settings?section=rules', 'New rule', GOVERN],
    ['settings?section=rules&project=WEB', 'New rule', LEADS],
  ])('on %s “%s”', async (path, what, seats) => {
    const offered: Seat[] = [];
    for (const seat of SEATS) if (words((await open(seat, path)).html).includes(what)) offered.push(seat);
    expect(offered).toEqual(SEATS.filter((seat) => seats.includes(seat)));
  });
});

const SETTINGS =
  'Organisation Key Joining Categories Labels Fields Workflow Rules Templates Roles Security Mail Audit_log Notifications Appearance Keyboard Export_and_import Danger_zone';
const TABS = 'Overview Tasks Board Timeline Files Meetings Requests Efficiency People Activity';
const listed = (all: string, without: string[] = []) =>
  all
    .split(' ')
    .map((one) => one.replaceAll('_', ' '))
    .filter((one) => !without.includes(one));
test.each<[seat: Seat, without: string[]]>([
  ['admin', []],
  ['subadmin', ['Export and import', 'Danger zone']],
  ['leader', ['Security', 'Mail', 'Audit log', 'Export and import', 'Danger zone']],
  ['observer', ['Mail', 'Export and import', 'Danger zone']],
])('the settings list their sections for %s, without %s', async (seat, without) => {
  expect(within((await open(seat, 'settings')).html, 'Settings', '</nav>')).toEqual(listed(SETTINGS, without));
});
test.each<[seat: Seat, without: string[]]>([
  ...NOT_CLIENT.map((seat): [Seat, string[]] => [seat, []]),
  ['client', ['Efficiency']],
])('a project has its tabs for %s, without %s', async (seat, without) => {
  expect(within((await open(seat, WEB)).html, 'Project', '</nav>')).toEqual(listed(TABS, without));
});

describe('whoever is in no project', () => {
  test.each([
    ['dashboard', 'You are in no project yet'],
    ['project', 'No project is shared with you yet'],
    ['task', 'Tasks belong to projects'],
    ['task?view=board', 'Tasks belong to projects'],
    ['task?view=new', 'Tasks live in projects'],
  ])('on %s reads “%s”, and can begin nothing', async (path, what) => {
    const said = words((await open('outsider', path)).html);
    expect(said).toContain(what);
    for (const one of ['New project', 'Save as view', 'Create task']) expect(said).not.toContain(one);
  });
});

/** Whom or what a list is of, by the menus of its rows. */
const rows = (html: string) => [
  ...new Set([...html.matchAll(/aria-label="Actions for ([^"]+)"/g)].map(([, name]) => name)),
];
const PEOPLE = 'admin both client client2 lead2 leader observer outsider subadmin user user2';
const people = (seats: string) => seats.split(' ').map((seat) => `${seat} of acme`);
describe('what the address asks for:', () => {
  test.each<[path: string, seat: Seat, shown: string[]]>([
    ['userlist', 'admin', people(PEOPLE)],
    ['userlist?sort=-name', 'admin', people(PEOPLE).toReversed()],
    ['userlist?role=client', 'admin', people('client client2')],
    ['userlist?role=client&q=client2', 'admin', people('client2')],
    ['userlist?state=approved&role=admin', 'admin', people('admin')],
    ['userlist?state=pending', 'admin', people('pending')],
    ['userlist?state=rejected', 'admin', people('rejected')],
    ['userlist?state=deactivated', 'admin', people('gone')],
    ['userlist?role=boss&state=odd&sort=odd', 'admin', people(PEOPLE)],
    ['project', 'leader', ['Website relaunch']],
    ['project?status=archived', 'leader', ['Old campaign']],
    ['project?status=active', 'leader', ['Website relaunch']],
    ['project?status=completed', 'leader', []],
    ['project?status=odd', 'leader', ['Website relaunch']],
    ['project', 'admin', ['Loyalty app', 'Website relaunch']],
    ['project?sort=-name', 'admin', ['Website relaunch', 'Loyalty app']],
    ['project?sort=odd', 'admin', ['Loyalty app', 'Website relaunch']],
    ['project?view=cards&sort=-name', 'admin', ['Website relaunch', 'Loyalty app']],
    ['project?q=loyal', 'admin', ['Loyalty app']],
    ['project?member=me', 'admin', []],
    ['project?member=me', 'user', ['Website relaunch']],
  ])('%s shows %s these', async (path, seat, shown) => {
    expect(rows((await open(seat, path)).html)).toEqual(shown);
  });

  test.each<[path: string, said: string[]]>([
    ['userlist?q=zzz', ['Nobody matches', 'Search: “zzz”', 'Clear search and filter']],
    ['userlist?q=zzz&role=client', ['Nobody matches', 'Search: “zzz” · Role: Client']],
    ['userlist?view=invitations', ['Nobody has been invited yet']],
    ['userlist?view=invitations&state=revoked', ['Nobody matches']],
    ['project?q=zzz&member=me&status=on_hold', ['No project matches', 'Search: “zzz” · Mine · On hold']],
    ['project?view=bin', ['Autumn fair', 'Projects', 'Tasks']],
    ['project?view=bin&kind=project', ['Autumn fair']],
    ['project?view=bin&kind=task', ['No deleted items of this kind', 'Projects', 'Tasks']],
    ['projectdetails?project=FAIR', ['This project was deleted', 'Restore', 'Open the bin']],
    ['task?view=time&from=2025-03-01&to=2025-03-31', ['user of acme', 'Website relaunch', 'All together']],
    ['task?view=time&from=2025-03-05&to=2025-03-31', ['No time was logged in these days']],
    [
      'task?view=time&from=2025-03-01&to=2025-03-31&project=app',
      ['Time of Loyalty app', 'No time was logged in these days'],
    ],
    ['task?view=sheet&week=2025-W10', ['2025-W10', 'This week', 'No time in this week']],
    [`task?view=sheet&week=2025-W10&member=${fixtureId('acme.user')}`, ['Time of user of acme', '1:30']],
    ['task?view=sheet&week=2025-W10&member=all&project=WEB', ['Time of Website relaunch', '1:30']],
    ['taskpage', ['Which task?', 'Open the list']],
    ['dashboard?view=activity', ['All activity', 'Nothing has happened yet']],
  ])('%s says so', async (path, said) => {
    expect(words((await open('admin', path)).html)).toEqual(expect.arrayContaining(said));
  });

  test('a project in the bin is not there for those who may not restore it, and the bin of a user has no projects', async () => {
    expect((await open('user', 'projectdetails?project=FAIR')).status).toBe(404);
    const said = words((await open('user', 'project?view=bin')).html);
    expect(said).toContain('The bin is empty');
    for (const one of ['Autumn fair', 'Projects']) expect(said).not.toContain(one);
  });
});

test.each<[path: string, seat: Seat, title: string]>([
  ['task', 'leader', 'Task'],
  ['task?view=calendar', 'leader', 'Calendar'],
  ['task?project=web', 'leader', 'Tasks of Website relaunch'],
  ['task?view=board&project=WEB', 'leader', 'Board of Website relaunch'],
  [WEB, 'leader', 'Website relaunch'],
  [`${WEB}&tab=files`, 'leader', 'Website relaunch · Files'],
  [`${WEB}&tab=odd`, 'leader', 'Website relaunch'],
  [`${WEB}&view=edit`, 'leader', 'Edit Website relaunch'],
  ['taskpage?task=web-1', 'leader', 'WEB-1 Collect brand assets'],
  ['taskpage?task=WEB-1&view=edit', 'leader', 'Edit WEB-1'],
  ['file_manager', 'leader', 'File'],
  ['file_manager?project=WEB', 'leader', 'Files of Website relaunch'],
  ['file_manager?project=WEB&view=grid', 'leader', 'Files of Website relaunch, as a grid'],
  ['userlist', 'leader', 'Users'],
  ['userlist?view=invitations', 'leader', 'Invitations · Users'],
  ['settings', 'leader', 'Organisation · Settings'],
  ['settings?section=workflow&project=WEB', 'leader', 'Workflow of WEB · Settings'],
  ['meeting', 'leader', 'Meeting'],
  ['meeting?view=month', 'leader', 'Month · Meeting'],
  ['meeting?view=odd', 'leader', 'Meeting'],
])('%s is called so for %s: %s', async (path, seat, title) => {
  const [, shown] = /<title>([^<]*)<\/title>/.exec((await open(seat, path)).html) ?? [];
  expect(shown?.replace(/[\u2066-\u2069]/g, '')).toBe(`${title} · Acme Studio`);
});

test.each<[path: string, label: string, current: string]>([
  ['notifications', 'Notifications', 'Inbox'],
  ['notifications?state=odd', 'Notifications', 'Inbox'],
  ['notifications?state=waiting', 'Notifications', 'Waiting for you'],
  ['notifications?state=snoozed', 'Notifications', 'Snoozed'],
  ['notifications?state=choices', 'Notifications', ''],
  ['settings', 'Settings', 'Organisation'],
  ['settings?section=roles', 'Settings', 'Roles'],
  [`${WEB}&tab=activity`, 'Project', 'Activity'],
  [`${WEB}&tab=odd`, 'Project', 'Overview'],
  ['project', 'View', 'Table'],
  ['project?view=cards', 'View', 'Cards'],
  ['task', 'View', 'List'],
  ['task?view=timeline', 'View', 'Timeline'],
  ['userlist?view=invitations', 'View', 'Invitations'],
  ['task?view=sheet', 'Time', 'Week'],
  ['task?view=time', 'Time', 'Report'],
])('on %s, of “%s” that is marked which is shown: %s', async (path, label, current) => {
  const { html } = await open('leader', path);
  const from = html.indexOf(`aria-label="${label}"`, html.indexOf('<main'));
  const [, shown = ''] =
    /<a[^>]*aria-current="[^"]*"[^>]*>([^<]*)/.exec(html.slice(from, html.indexOf('</nav>', from))) ?? [];
  expect(shown).toBe(current);
});

describe('a board without a project in the address', () => {
  const heading = (html: string) => /<h1[^>]*>([^<]*)/.exec(html.slice(html.indexOf('<main')))?.[1];
  const board = (seat: Seat, cookies = {}) => draw(seat, 'task?view=board', cookies).then(({ html }) => heading(html));

  test('is of the project whose board was opened last, if that is still to be seen', async () => {
    expect(await board('admin', { 'last-board': 'APP' })).toBe('Loyalty app');
    expect(await board('admin', { 'last-board': 'WEB' })).toBe('Website relaunch');
    expect(await board('leader', { 'last-board': 'APP' })).toBe('Website relaunch');
  });

  test('or else of what changed last and is not archived', async () => {
    expect(await board('leader')).toBe('Website relaunch');
    await owner.query(`update project set updated_at = now() + interval '1 hour' where id = $1`, [
      fixtureId('acme.APP'),
    ]);
    expect(await board('admin')).toBe('Loyalty app');
  });
});

/** The choices of a field that is so called. */
const choices = (html: string, name: string) => {
  const select = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, 's').exec(html)?.[1];
  return select?.match(/(?<=>)[^<>]+(?=<\/option>)/g);
};
describe('a form without scripts', () => {
  test.each<[path: string, seat: Seat, name: string, offered: string[] | undefined]>([
    ['task?view=new', 'admin', 'project', ['Loyalty app', 'Website relaunch']],
    ['task?view=new', 'leader', 'project', undefined],
    ['task?view=new', 'user', 'audience', ['The team', 'The team and the project’s clients']],
    ['project?view=new', 'leader', 'team_leader_id', undefined],
    ['project?view=new', 'subadmin', 'category_id', ['None', 'Design']],
    [
      'project?view=new',
      'subadmin',
      'tint',
      ['Any', 'Blue', 'Orange', 'Teal', 'Purple', 'Red', 'Green', 'Cyan', 'Brown'],
    ],
    [`${WEB}&view=edit`, 'leader', 'tint', ['Blue', 'Orange', 'Teal', 'Purple', 'Red', 'Green', 'Cyan', 'Brown']],
    [`${WEB}&view=edit`, 'leader', 'team_leader_id', undefined],
  ])('on %s of %s: “%s”', async (path, seat, name, offered) => {
    expect(choices((await open(seat, path)).html, name)).toEqual(offered);
  });

  test('the first choice of a project’s leader is oneself, and later nobody', async () => {
    const [fresh, later] = ['project?view=new', `${WEB}&view=edit`].map(async (path) =>
      choices((await open('admin', path)).html, 'team_leader_id'),
    );
    expect((await fresh)?.slice(0, 2)).toEqual(['Me', 'admin of acme']);
    expect((await later)?.slice(0, 2)).toEqual(['Nobody yet', 'admin of acme']);
    expect(await fresh).not.toContain('user of acme');
  });

  test('an address names the project of a new task', async () => {
    for (const [path, key] of [
      ['task?view=new&project=app', 'APP'],
      ['task?view=new&project=WEB', 'WEB'],
    ] as const)
      expect((await open('admin', path)).html).toContain(`name="project_id" value="${fixtureId(`acme.${key}`)}"`);
  });
});
