import { type Action, PERMISSIONS, type Role, type Scope, scopeOf } from './schema';

/** The permission table in sentences: what a change of role gives and takes. Runs anywhere. */

const CAN: Partial<Record<Action, string>> = {
  'settings.view': 'open the settings',
  'security.view': 'read the security rules',
  'organisation.edit': 'change the organisation’s profile',
  'organisation.govern': 'govern the organisation: key, security, deletion',
  'users.view': 'open the Users screen',
  'people.pick': 'choose people for tasks and mentions',
  'member.edit': 'change other people’s details',
  'member.deactivate': 'deactivate people and end their sessions',
  'member.role': 'change roles',
  'client.create': 'add clients',
  'invitation.send': 'invite people',
  'invitation.import': 'invite by CSV file',
  'member.approve': 'approve people who ask to join',
  'project.view': 'see projects',
  'project.create': 'create projects',
  'project.edit': 'change projects',
  'project.archive': 'archive projects',
  'project.members': 'change who is in a project',
  'task.view': 'see tasks',
  'task.create': 'create tasks',
  'task.edit': 'change tasks',
  'task.move': 'move tasks between statuses',
  'task.assign': 'assign tasks',
  'task.delete': 'delete tasks',
  'comment.add': 'comment',
  'comment.delete': 'delete comments',
  'file.view': 'open files',
  'meeting.view': 'see meetings',
  'chat.read': 'read the chat',
  'category.create': 'create categories',
};

const REACH: Record<Scope, string> = {
  all: ', everywhere',
  project: ', in their projects',
  led: ', in projects they lead',
  own: ', their own',
  read: ', reading only',
  client: ', as far as it is shared with clients',
  none: '',
};
const STRENGTH: Record<Scope, number> = { none: 0, client: 1, own: 2, led: 3, project: 4, read: 5, all: 6 };

/** What somebody gains and loses when their role changes, one phrase for each right. */
export function roleChangeInWords(from: Role, to: Role): { gained: string[]; lost: string[] } {
  const gained: string[] = [];
  const lost: string[] = [];
  for (const action of Object.keys(PERMISSIONS) as Action[]) {
    const can = CAN[action];
    const [before, after] = [scopeOf(from, action), scopeOf(to, action)];
    if (!can || before === after) continue;
    if (STRENGTH[after] > STRENGTH[before]) gained.push(`${can}${REACH[after]}`);
    else lost.push(after === 'none' ? can : `${can}${REACH[before]} (then only${REACH[after].replace(/^,/, '')})`);
  }
  return { gained, lost };
}
