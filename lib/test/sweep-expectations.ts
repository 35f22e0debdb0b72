import type { Endpoint } from '@/lib/contract/endpoint';
import { outranks } from '@/lib/permission/rank';
import { type Action, type Role, scopeOf } from '@/lib/permission/schema';
import { ACTORS, type Actor } from '@/lib/test/actors';
import type { Subject } from '@/lib/test/example';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** What every actor is to be answered, worked out from the permission table; what no table can know is listed here. */

/** Answers that do not follow from the table, each with its reason and its row of the permissions document. */
const STRANGERS = ['foreign', 'pending', 'rejected', 'deactivated'];
const EXCEPTIONS: [endpoint: string, actors: readonly string[], status: number, because: string][] = [
  [
    'POST restoreTask',
    ['user', 'client', 'observer'],
    404,
    'row 30: what lies in the bin is there only for whoever may take it out',
  ],
  ['POST restoreFile', ['client'], 404, 'row 40: what lies in the bin is there only for whoever may take it out'],
  ['POST markToday', STRANGERS, 404, 'rulings 6: an organisation that one is no member of is as one that is not there'],
  ['POST resendInvite/{id}', ['colleague'], 404, 'row 18: a leader sees its own invitations and no others'],
  ['POST revokeInvite/{id}', ['colleague'], 404, 'row 18: a leader sees its own invitations and no others'],
  ['POST confirmJoinDomain', ['foreign'], 422, 'row 5: a code belongs to the organisation that asked for it'],
  [
    'POST deleteOrganisation',
    ['admin', 'foreign'],
    422,
    'row 5: the name that is typed again is that of an organisation of the example’s own',
  ],
  [
    'POST importOrganisation',
    ['admin', 'foreign'],
    409,
    'row 5: an archive goes into an organisation without projects, such as the example’s own',
  ],
  [
    'POST acceptInvitation',
    ACTORS.filter(({ role }) => role).map(({ name }) => name),
    403,
    'I02: it is for another address than the one that they are signed in with',
  ],
];

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const NOTHING: Subject = { about: 'nothing' };
const subjectOf = (line: Endpoint): Subject => EXAMPLES[nameOf(line)]?.about ?? NOTHING;

/** The status that the permission table means for this actor and the endpoint's example. */
export function expectedStatus(line: Endpoint, actor: Actor): number {
  for (const [endpoint, actors, status] of EXCEPTIONS)
    if (endpoint === nameOf(line) && actors.includes(actor.name)) return status;
  const done = line.status;
  const { permission } = line;
  if (permission === 'anonymous') return done;
  if (actor.standing === 'nobody') return 401;
  const { role } = actor;
  if (permission === 'session') {
    const { decides } = line;
    return !decides || (role && scopeOf(role, decides) !== 'none') ? done : 403;
  }
  if (actor.standing === 'refused' || role === null) return 403;
  if (scopeOf(role, permission) === 'none') return 403;
  const subject = subjectOf(line);
  if (!sees(actor, role, subject)) return subject.unseen ?? 404;
  return allows(actor, role, subject, line.decides ?? permission) ? done : 403;
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
