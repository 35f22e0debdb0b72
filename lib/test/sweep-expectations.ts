import type { Endpoint } from '@/lib/api/endpoint';
import { outranks } from '@/lib/permission/rank';
import { type Action, type Role, scopeOf } from '@/lib/permission/schema';
import type { Actor } from '@/lib/test/actors';

/** What every actor is to be answered, worked out from the permission table; what no table can know is listed here. */

/** What a request is about, as far as that decides who may do it. */
export type Subject = {
  /**
   * `nothing`: the caller's own account, or their own organisation as a whole. `project`: a record of the project WEB that
   * clients may see too. `record`: a record of the organisation Acme. `personal`: a record that only `hands` see.
   */
  about: 'nothing' | 'project' | 'record' | 'personal';
  /** The right that decides, where the door asks only for being allowed to look. */
  decides?: Action;
  /** The role of the person it is about: rank counts too (rule 1). */
  rank?: Role;
  /** Seats for whom the record is their own. */
  hands?: readonly string[];
  /** Answer to whoever does not see it, where that is not 404. */
  unseen?: number;
};

/** By the right's name before the dot, unless the endpoint says otherwise below. */
const ABOUT: Record<string, Subject['about']> = {
  audit: 'nothing',
  category: 'nothing',
  client: 'project',
  comment: 'project',
  dashboard: 'nothing',
  invitation: 'record',
  mail: 'nothing',
  member: 'record',
  observer: 'nothing',
  organisation: 'nothing',
  people: 'nothing',
  profile: 'nothing',
  project: 'project',
  role: 'nothing',
  security: 'nothing',
  settings: 'nothing',
  subadmin: 'nothing',
  task: 'project',
  users: 'record',
};

const list: Subject = { about: 'nothing' };
const about = (rank: Role): Subject => ({ about: 'record', rank });
const inProject = (decides: Action, ...hands: string[]): Subject => ({ about: 'project', decides, hands });
/** Somewhere else the named project is not there to be joined: a wrong field like one that never was. */
const intoProject: Subject = { about: 'project', unseen: 422 };

export const SUBJECTS: Record<string, Subject> = {
  'GET projectList': list,
  'GET taskList': list,
  'POST project': list,
  'GET approvalQueue': list,
  'GET invitationList': list,
  'GET inviteBatchList': list,
  'POST sendInviteFromCSV': list,
  'GET assigneeList': { about: 'project' },
  'POST createclient': intoProject,
  'POST createMember': intoProject,
  'POST sendInvite': intoProject,
  'POST sendInvites': intoProject,
  'PUT editClient/{id}': about('client'),
  'PUT editObserver/{id}': about('observer'),
  'PUT editsubadmin/{id}': about('subadmin'),
  'PUT editMember/{id}': about('user'),
  'POST userApproveOrReject': about('user'),
  'POST changeUserRoles': about('user'),
  'POST decideRoleRequest': about('user'),
  'POST deactivateMember': about('user'),
  'POST reactivateMember': about('user'),
  'POST endMemberSessions': about('user'),
  // One's own account: the examples are about the observer's second factor and wish, and about the user's session.
  'POST confirmTotp': { about: 'personal', hands: ['observer'], unseen: 409 },
  'POST disableTotp': { about: 'personal', hands: ['observer'], unseen: 409 },
  'POST recoveryCodes': { about: 'personal', hands: ['observer'], unseen: 409 },
  'POST confirmAddress': { about: 'personal', hands: ['observer'], unseen: 409 },
  'DELETE session/{id}': { about: 'personal', hands: ['user'] },
  'POST resendInvite/{id}': { about: 'record', hands: ['leader'] },
  'POST revokeInvite/{id}': { about: 'record', hands: ['leader'] },
  'POST retryMail': { about: 'record' },
  'PUT editCategory/{id}': { about: 'record' },
  'DELETE deleteCategory/{id}': { about: 'record' },
  'POST restoreCategory/{id}': { about: 'record' },
  'PUT projectEdit': inProject('project.edit'),
  'PUT changeProjectStatus/{id}': inProject('project.edit'),
  'PUT projectMembers': inProject('project.members'),
  'PATCH task/{id}': inProject('task.edit', 'user'),
  'POST changeTaskStatus': inProject('task.move', 'user'),
  'DELETE task/{id}': inProject('task.delete'),
  'POST restoreTask': inProject('task.delete'),
  'GET bin': list,
  'DELETE project/{id}': inProject('project.delete'),
  'POST restoreProject': { about: 'record' },
  'DELETE binnedProject/{id}': { about: 'record' },
  'DELETE binnedTask/{id}': inProject('task.purge'),
  // The bin of a project shows a user what it may take out again: its own.
  'GET taskBin': inProject('task.delete', 'user'),
  // Outside the door, which a deleted organisation has closed.
  'POST restoreOrganisation': { about: 'nothing', decides: 'organisation.govern' },
  'POST addTaskComment': inProject('comment.add'),
  'PATCH comment/{id}': inProject('comment.edit', 'user'),
  'DELETE comment/{id}': inProject('comment.delete', 'user'),
};

/** Answers that do not follow from the table, each with its reason and its row of the permissions document. */
const EXCEPTIONS: { endpoint: string; actors: readonly string[]; status: number; because: string }[] = [
  {
    endpoint: 'POST restoreTask',
    actors: ['user', 'client', 'observer'],
    status: 404,
    because: 'row 30: what lies in the bin is there only for whoever may take it out',
  },
  ...['POST resendInvite/{id}', 'POST revokeInvite/{id}'].map((endpoint) => ({
    endpoint,
    actors: ['colleague'],
    status: 404,
    because: 'row 18: a leader sees its own invitations and no others',
  })),
  {
    endpoint: 'POST confirmJoinDomain',
    actors: ['foreign'],
    status: 422,
    because: 'row 5: a code belongs to the organisation that asked for it',
  },
  {
    endpoint: 'POST deleteOrganisation',
    actors: ['admin', 'foreign'],
    status: 422,
    because: 'row 5: the name that is typed again is that of an organisation of the example’s own',
  },
  {
    endpoint: 'POST acceptInvitation',
    actors: [
      'admin',
      'subadmin',
      'leader',
      'colleague',
      'user',
      'client',
      'observer',
      'outsider',
      'removed',
      'demoted',
      'foreign',
    ],
    status: 403,
    because: 'I02: it is for another address than the one that they are signed in with',
  },
];

/** Permitted writes that may change nothing. */
export const IDLE: Record<string, string> = {
  'POST markNotifications': 'there may be nothing unread',
  'PUT projectMembers': 'the client may be a member already',
  'PUT securityRules': 'the rule may be so already',
  'POST restoreOrganisation': 'nothing happens to an organisation that is open',
};

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

export function subjectOf(line: Endpoint): Subject {
  const own = SUBJECTS[nameOf(line)];
  if (own) return own;
  const kind = ABOUT[line.permission.split('.')[0] as string];
  if (!kind)
    throw new Error(
      `${nameOf(line)} has the permission ${line.permission}: say in lib/test/sweep-expectations.ts what it is about.`,
    );
  return { about: kind };
}

/** The status that the permission table means for this actor and the endpoint's example. */
export function expectedStatus(line: Endpoint, actor: Actor): number {
  const exception = EXCEPTIONS.find(({ endpoint, actors }) => endpoint === nameOf(line) && actors.includes(actor.name));
  if (exception) return exception.status;
  const done = line.status ?? 200;
  const { permission } = line;
  if (permission === 'anonymous') return done;
  if (actor.standing === 'nobody') return 401;
  const { role } = actor;
  if (permission === 'session') {
    const { decides } = SUBJECTS[nameOf(line)] ?? {};
    return !decides || (role && scopeOf(role, decides) !== 'none') ? done : 403;
  }
  if (actor.standing === 'refused' || role === null) return 403;
  if (scopeOf(role, permission) === 'none') return 403;
  const subject = subjectOf(line);
  if (!sees(actor, role, subject)) return subject.unseen ?? 404;
  return allows(actor, role, subject, subject.decides ?? permission) ? done : 403;
}

function sees(actor: Actor, role: Role, { about, hands = [] }: Subject): boolean {
  if (about === 'nothing') return true;
  if (actor.standing === 'foreign') return false;
  if (about === 'personal') return hands.includes(actor.name);
  return about !== 'project' || actor.inProject || ['all', 'read'].includes(scopeOf(role, 'project.view'));
}

function allows(actor: Actor, role: Role, { about, rank, hands = [] }: Subject, action: Action): boolean {
  if (rank && !outranks(role, rank)) return false;
  switch (scopeOf(role, action)) {
    case 'none':
      return false;
    case 'led':
      return actor.leads;
    case 'own':
      return about === 'nothing' || hands.includes(actor.name);
    default:
      // All, reading, the projects one is in, and what clients see of them: it is seen, as was asked before.
      return true;
  }
}
