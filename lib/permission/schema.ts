/** Who may do what: the one table, read by policies, buttons and the sweep (permissions document, row numbers). */

export const ROLES = ['admin', 'subadmin', 'team_leader', 'user', 'client', 'observer'] as const;
export type Role = (typeof ROLES)[number];

/** On screen and on the wire (specification 3). */
export const ROLE_LABEL: Record<Role, string> = {
  admin: 'Admin',
  subadmin: 'Sub Admin',
  team_leader: 'Team Leader',
  user: 'User',
  client: 'Client',
  observer: 'Observer',
};

/**
 * All · projects with membership · led projects · own things · reading · client-visible in their projects · nothing.
 */
export type Scope = 'all' | 'project' | 'led' | 'own' | 'read' | 'client' | 'none';

type Row = Record<Role, Scope>;
const row = (admin: Scope, subadmin: Scope, team_leader: Scope, user: Scope, client: Scope, observer: Scope): Row => ({
  admin,
  subadmin,
  team_leader,
  user,
  client,
  observer,
});

export const PERMISSIONS = {
  /* 2 */ 'organisation.found': row('own', 'own', 'own', 'own', 'own', 'own'),
  /* 3 */ 'settings.view': row('all', 'all', 'read', 'none', 'none', 'read'),
  /* 3: a leader reads the settings without security */ 'security.view': row(
    'all',
    'all',
    'none',
    'none',
    'none',
    'read',
  ),
  /* 4 */ 'organisation.edit': row('all', 'all', 'none', 'none', 'none', 'none'),
  /* 5 */ 'organisation.govern': row('all', 'none', 'none', 'none', 'none', 'none'),
  /* 6 */ 'users.view': row('all', 'all', 'read', 'none', 'none', 'read'),
  /* 6, rulings 11 */ 'people.list': row('all', 'all', 'all', 'project', 'client', 'all'),
  /* 7 */ 'people.pick': row('all', 'all', 'project', 'project', 'client', 'none'),
  /* 8 */ 'profile.own': row('own', 'own', 'own', 'own', 'own', 'own'),
  /* 9 */ 'member.edit': row('all', 'all', 'none', 'none', 'none', 'none'),
  /* 10 */ 'member.deactivate': row('all', 'all', 'none', 'none', 'none', 'none'),
  /* decisions: people */ 'member.second_factor': row('all', 'all', 'none', 'none', 'none', 'none'),
  /* 12 */ 'member.role': row('all', 'all', 'none', 'none', 'none', 'none'),
  /* 12, 16: an account is an invitation that has its seat already */ 'member.create': row(
    'all',
    'all',
    'led',
    'none',
    'none',
    'none',
  ),
  /* 13 */ 'subadmin.create': row('all', 'none', 'none', 'none', 'none', 'none'),
  /* 14 */ 'observer.create': row('all', 'all', 'none', 'none', 'none', 'none'),
  /* 15 */ 'client.create': row('all', 'all', 'led', 'none', 'none', 'none'),
  /* 16 */ 'invitation.send': row('all', 'all', 'led', 'none', 'none', 'none'),
  /* 17 */ 'invitation.import': row('all', 'all', 'none', 'none', 'none', 'none'),
  /* 18 */ 'invitation.view': row('all', 'all', 'own', 'none', 'none', 'read'),
  /* 18 */ 'invitation.manage': row('all', 'all', 'own', 'none', 'none', 'none'),
  /* 19 */ 'member.approve': row('all', 'all', 'own', 'none', 'none', 'none'),
  /* rulings 10; an observer writes nothing but its own account */ 'role.request': row(
    'own',
    'own',
    'own',
    'own',
    'own',
    'none',
  ),
  /* 20 */ 'project.view': row('all', 'all', 'project', 'project', 'client', 'read'),
  /* 21 */ 'project.create': row('all', 'all', 'all', 'none', 'none', 'none'),
  /* 22 */ 'project.edit': row('all', 'all', 'led', 'none', 'none', 'none'),
  /* 23 */ 'project.archive': row('all', 'all', 'led', 'none', 'none', 'none'),
  /* 23 */ 'project.delete': row('all', 'none', 'none', 'none', 'none', 'none'),
  /* 24 */ 'project.members': row('all', 'all', 'led', 'none', 'none', 'none'),
  /* 25 */ 'task.view': row('all', 'all', 'project', 'project', 'client', 'read'),
  /* 26 */ 'task.create': row('all', 'all', 'project', 'project', 'none', 'none'),
  /* 27 */ 'task.edit': row('all', 'all', 'project', 'own', 'none', 'none'),
  /* 28 */ 'task.move': row('all', 'all', 'project', 'own', 'none', 'none'),
  /* 29: a user assigns itself, or its own task to members */ 'task.assign': row(
    'all',
    'all',
    'project',
    'own',
    'none',
    'none',
  ),
  /* 30: a user deletes what it created */ 'task.delete': row('all', 'all', 'project', 'own', 'none', 'none'),
  /* 30; decisions: out of the bin, for good */ 'task.purge': row('all', 'all', 'led', 'none', 'none', 'none'),
  /* 30 */ 'task.audience': row('all', 'all', 'project', 'own', 'none', 'none'),
  /* 32 */ 'comment.view': row('all', 'all', 'project', 'project', 'client', 'read'),
  /* 33 */ 'comment.add': row('all', 'all', 'project', 'project', 'client', 'none'),
  /* 34 */ 'comment.edit': row('own', 'own', 'own', 'own', 'own', 'none'),
  /* 34 */ 'comment.delete': row('all', 'all', 'led', 'own', 'own', 'none'),
  /* 35, 38 */ 'file.view': row('all', 'all', 'project', 'project', 'client', 'read'),
  /* 36, 39 */ 'file.add': row('all', 'all', 'project', 'project', 'client', 'none'),
  /* 37, 40 */ 'file.edit': row('all', 'all', 'project', 'own', 'own', 'none'),
  /* 41 */ 'file.share': row('all', 'all', 'led', 'none', 'none', 'none'),
  /* decisions: files; out of the bin, for good */ 'file.purge': row('all', 'all', 'led', 'none', 'none', 'none'),
  /* 42 */ 'meeting.view': row('all', 'all', 'project', 'project', 'client', 'read'),
  /* 45 */ 'chat.read': row('all', 'all', 'project', 'project', 'client', 'read'),
  /* 47 */ 'dashboard.view': row('all', 'all', 'project', 'project', 'client', 'read'),
  /* 49 */ 'category.view': row('all', 'all', 'all', 'all', 'client', 'read'),
  /* 49 */ 'category.create': row('all', 'all', 'all', 'none', 'none', 'none'),
  /* 49 */ 'category.edit': row('all', 'all', 'none', 'none', 'none', 'none'),
  /* decisions: mail; who looks after people learns what did not reach them */ 'mail.view': row(
    'all',
    'all',
    'none',
    'none',
    'none',
    'none',
  ),
  /* 51 */ 'audit.view': row('all', 'all', 'none', 'none', 'none', 'read'),
  /* 52 */ 'realtime.organisation': row('all', 'all', 'all', 'all', 'none', 'all'),
  /* 52 */ 'realtime.project': row('all', 'all', 'project', 'project', 'none', 'read'),
  /* 52 */ 'realtime.project.client': row('none', 'none', 'none', 'none', 'client', 'none'),
} as const satisfies Record<string, Row>;

export type Action = keyof typeof PERMISSIONS;

/** An unknown role or action gets `none`. */
export const scopeOf = (role: Role, action: Action): Scope => PERMISSIONS[action]?.[role] ?? 'none';
