import { type Action, PERMISSIONS, ROLE_LABEL, ROLES, type Role, type Scope, scopeOf } from './schema';

/** The permission table in sentences: what a change of role gives and takes. Runs anywhere. */

/** After "can". A right without words does not compile. */
const CAN: Record<Action, string> = {
  'organisation.found': 'create organisations',
  'settings.view': 'open the settings',
  'security.view': 'read the security rules',
  'organisation.edit': 'change the organisation’s profile',
  'organisation.govern': 'manage the organisation: key, security, deletion',
  'users.view': 'open the Users screen',
  'people.list': 'see who is in the organisation',
  'people.pick': 'choose people for tasks and mentions',
  'profile.own': 'manage their profile, password, second factor and sessions',
  'member.create': 'add team leaders and users',
  'member.edit': 'change other people’s details',
  'member.deactivate': 'deactivate people and end their sessions',
  'member.second_factor': 'reset the second factor of somebody who lost it',
  'member.role': 'change roles',
  'subadmin.create': 'add sub-admins',
  'observer.create': 'add observers',
  'client.create': 'add clients',
  'client.view_as': 'look at a client’s pages as the client sees them',
  'client.home': 'see a client’s dashboard',
  'invitation.send': 'invite people',
  'invitation.import': 'invite by CSV file',
  'invitation.view': 'see invitations',
  'invitation.manage': 'resend and revoke invitations',
  'member.approve': 'approve people who ask to join',
  'role.request': 'ask for another role',
  'project.view': 'see projects',
  'project.efficiency': 'see how a project gets on',
  'project.create': 'create projects',
  'project.edit': 'change projects',
  'project.archive': 'archive projects',
  'project.delete': 'delete projects',
  'project.members': 'change who is in a project',
  'task.view': 'see tasks',
  'task.create': 'create tasks',
  'task.import': 'import tasks from other programs',
  'request.view': 'see what clients ask for',
  'request.file': 'ask the team for something',
  'request.edit': 'change and withdraw requests',
  'request.triage': 'make tasks of clients’ requests, or decline them',
  'access.view': 'see who sees a task, a file or a room',
  'task.edit': 'change tasks',
  'task.move': 'move tasks between statuses',
  'task.assign': 'assign tasks',
  'task.delete': 'delete tasks',
  'task.purge': 'remove deleted tasks for good',
  'task.audience': 'share tasks with clients, or keep them internal',
  'sign_off.view': 'see what was sent for approval',
  'sign_off.ask': 'ask for approval',
  'sign_off.decide': 'approve or return what waits for approval',
  'comment.view': 'read comments',
  'comment.add': 'comment',
  'comment.edit': 'change comments',
  'comment.delete': 'delete comments',
  'time.view': 'see time spent on tasks',
  'time.add': 'log time on tasks',
  'time.edit': 'change time entries',
  'time.lock': 'lock weeks of time sheets',
  'file.view': 'open files',
  'file.add': 'upload files and make folders',
  'file.edit': 'rename, move and delete files and folders',
  'file.share': 'share files and folders with clients, or keep them internal',
  'file.purge': 'remove deleted files for good',
  'bin.restore': 'restore what was deleted',
  'meeting.view': 'see meetings',
  'meeting.create': 'arrange meetings',
  'meeting.edit': 'change and cancel meetings',
  'meeting.answer': 'answer invitations to meetings',
  'meeting.busy': 'see when people are busy',
  'chat.read': 'read the chat',
  'chat.send': 'write in the rooms of the organisation and of projects',
  'chat.edit': 'change and delete messages',
  'chat.direct': 'write to people directly and in groups',
  'dashboard.view': 'see the dashboard',
  'category.view': 'see categories',
  'category.create': 'create categories',
  'category.edit': 'rename, recolour and delete categories',
  'label.view': 'see labels',
  'label.create': 'create labels',
  'label.edit': 'rename, recolour and delete labels',
  'field.view': 'see the organisation’s own fields of tasks',
  'field.edit': 'define fields of tasks',
  'view.keep': 'keep views of tasks',
  'view.share': 'share views with the team',
  'milestone.view': 'see milestones',
  'milestone.edit': 'change milestones of projects',
  'update.view': 'read updates of projects',
  'update.write': 'write updates of projects',
  'update.edit': 'change updates of projects',
  'workload.view': 'see what is due from whom',
  'workflow.view': 'see how work moves between statuses',
  'workflow.edit': 'change the names, limits and moves of statuses',
  'rule.view': 'see rules and what they did',
  'rule.edit': 'make rules that act on tasks',
  'template.view': 'see templates of tasks and projects',
  'template.edit': 'make templates of tasks and projects',
  'mail.view': 'see and retry emails that could not be sent',
  'audit.view': 'read and export the audit log',
  'realtime.organisation': 'see live changes of people',
  'realtime.project': 'see live changes of tasks',
  'realtime.project.client': 'see live changes of shared tasks',
};

/** Not listed when a role changes: everybody has them, or another line says as much. */
const UNSAID: ReadonlySet<Action> = new Set<Action>([
  'organisation.found',
  'security.view',
  'people.list',
  'profile.own',
  'member.create',
  'subadmin.create',
  'observer.create',
  'invitation.view',
  'invitation.manage',
  'role.request',
  'project.delete',
  'task.purge',
  'task.audience',
  'file.purge',
  'bin.restore',
  'sign_off.view',
  'comment.view',
  'comment.edit',
  'access.view',
  'client.home',
  'request.view',
  'request.edit',
  'time.view',
  'time.edit',
  'dashboard.view',
  'category.view',
  'category.edit',
  'label.view',
  'label.edit',
  'field.view',
  'field.edit',
  'view.keep',
  'milestone.view',
  'update.view',
  'update.edit',
  'workflow.view',
  'rule.view',
  'template.view',
  'meeting.answer',
  'mail.view',
  'realtime.organisation',
  'realtime.project',
  'realtime.project.client',
]);

const REACH: Record<Scope, string> = {
  all: ', everywhere',
  project: ', in their projects',
  led: ', in projects they lead',
  own: ', their own',
  read: ', read only',
  client: ', if shared with clients',
  none: '',
};
const STRENGTH: Record<Scope, number> = { none: 0, client: 1, own: 2, led: 3, project: 4, read: 5, all: 6 };

export type RoleChange = {
  gained: string[];
  narrowed: string[];
  lost: string[];
};

export function roleChangeInWords(from: Role, to: Role): RoleChange {
  const change: RoleChange = { gained: [], narrowed: [], lost: [] };
  for (const action of Object.keys(PERMISSIONS) as Action[]) {
    const can = CAN[action];
    const [before, after] = [scopeOf(from, action), scopeOf(to, action)];
    if (UNSAID.has(action) || before === after) continue;
    if (STRENGTH[after] > STRENGTH[before]) change.gained.push(`${can}${REACH[after]}`);
    else if (after === 'none') change.lost.push(can);
    else change.narrowed.push(`${can}${REACH[after]}`);
  }
  return change;
}

/** Addressed to the person it is about. */
export function roleChangeToYou(from: Role, to: Role): RoleChange {
  const { gained, narrowed, lost } = roleChangeInWords(from, to);
  const you = (right: string) => right.replace('they lead', 'you lead').replace(/\btheir\b/g, 'your');
  return { gained: gained.map(you), narrowed: narrowed.map(you), lost: lost.map(you) };
}

/** By the right's name before the dot; rights not listed stand under the last heading. */
const GROUPS: readonly [heading: string, names: readonly string[]][] = [
  ['Organisation', ['organisation', 'settings', 'security', 'category', 'label', 'field', 'mail', 'audit']],
  ['People', ['users', 'people', 'member', 'subadmin', 'observer', 'client', 'invitation', 'role']],
  ['Projects', ['dashboard', 'project', 'milestone', 'update', 'workload']],
  [
    'Tasks and comments',
    ['task', 'request', 'sign_off', 'access', 'comment', 'view', 'time', 'workflow', 'rule', 'template'],
  ],
  ['Files, meetings and chat', ['file', 'bin', 'meeting', 'chat']],
  ['Own account', ['profile']],
  ['Live updates and other', ['realtime']],
];

export type RightRow = {
  action: Action;
  can: string;
  scopes: Readonly<Record<Role, Scope>>;
};

export function rightsInWords(): { heading: string; rights: RightRow[] }[] {
  const last = GROUPS.length - 1;
  const groups = GROUPS.map(([heading]) => ({ heading, rights: [] as RightRow[] }));
  for (const action of Object.keys(PERMISSIONS) as Action[]) {
    const [name = ''] = action.split('.');
    const at = GROUPS.findIndex(([, names]) => names.includes(name));
    const can = CAN[action];
    groups[at < 0 ? last : at]?.rights.push({
      action,
      can: can.charAt(0).toUpperCase() + can.slice(1),
      scopes: PERMISSIONS[action],
    });
  }
  return groups.filter(({ rights }) => rights.length > 0);
}

export const SCOPE_IN_WORDS: Record<Scope, string> = {
  all: 'Yes',
  project: 'In their projects',
  led: 'In projects they lead',
  own: 'Their own',
  read: 'Read only',
  client: 'If shared',
  none: 'No',
};

export const ROLE_COLUMNS: readonly { role: Role; label: string }[] = ROLES.map((role) => ({
  role,
  label: ROLE_LABEL[role],
}));
