import type pg from 'pg';
import type { Role } from '@/lib/permission/schema';
import { fixtureId } from '@/lib/test/fixtures';
import type { Example } from '@/lib/test/wire-examples';
import { newId } from '@/lib/validation';

/** The examples of managing people. Each is about somebody of its own, whom no other test knows. */

const ORG = fixtureId('acme');
const WEB = fixtureId('acme.WEB');
let made = 0;

type Fresh = { role?: Role; approval?: 0 | 1 | 2; deactivated?: true };

/** Somebody new in the organisation; an approved user unless said otherwise. */
async function freshMember(owner: pg.ClientBase, fresh: Fresh = {}): Promise<string> {
  const { role = 'user', approval = 1, deactivated = false } = fresh;
  const [person, id, email] = [newId(), newId(), `somebody${++made}@people.test`];
  await owner.query(
    `insert into person (id, email, name, password_hash, email_verified_at) values ($1, $2, 'Somebody', 'none', now())`,
    [person, email],
  );
  await owner.query(
    `insert into member (org_id, id, person_id, role, approval, name, email, phone, deactivated_at)
     values ($1, $2, $3, $4, $5, $6, $7, '+49 30 1', case when $8::boolean then now() end)`,
    [ORG, id, person, role, approval, `Somebody ${made}`, email, deactivated],
  );
  return id;
}

/** Somebody's open wish to lead; no other is open. */
async function freshRequest(owner: pg.ClientBase, memberId: string): Promise<string> {
  const id = newId();
  await owner.query('delete from role_request');
  await owner.query(
    `insert into role_request (org_id, id, member_id, role, reason) values ($1, $2, $3, 'team_leader', 'I lead it anyway.')`,
    [ORG, id, memberId],
  );
  return id;
}

/** Somebody who is signed in twice. */
async function signedInMember(owner: pg.ClientBase): Promise<string> {
  const id = await freshMember(owner);
  for (const kind of ['browser', 'bearer'])
    await owner.query(
      `insert into session (id, org_id, member_id, kind, expires_at) values ($1, $2, $3, $4, now() + interval '1 hour')`,
      [newId(), ORG, id, kind],
    );
  return id;
}

const list = (query: Record<string, string> = {}): Example => ({ seat: 'acme.user', make: async () => ({ query }) });
const create = (fields: object = {}): Example => ({
  seat: 'acme.admin',
  make: async () => ({
    body: { name: `Kim ${++made}`, email: `kim${made}@people.test`, phone: '+49 30 2', company: 'Kim & Co', ...fields },
  }),
});
const edit = (endpoint: string, role: Role, fields: object = {}): Example => ({
  seat: 'acme.admin',
  make: async (owner) => ({
    path: `${endpoint}/${await freshMember(owner, { role })}`,
    body: { name: `Kim ${++made}`, phone: null, company: 'Kim & Co', ...fields },
  }),
});
/** A decision about somebody, by an admin. */
const about = (somebody: Fresh, fields: object = {}): Example => ({
  seat: 'acme.admin',
  make: async (owner) => ({ body: { user_id: await freshMember(owner, somebody), ...fields } }),
});

export const MEMBER_EXAMPLES: Record<string, Example> = {
  'GET allUserFromOrgs': list({ q: 'e', limit: '5' }),
  'GET employeelist': list(),
  'GET teamleader': list({ q: 'lead' }),
  'GET clientList': list(),
  'GET observerlist': list(),
  'GET subadminList': list(),
  'POST createclient': create({ project_ids: [WEB] }),
  'PUT editClient/{id}': edit('editClient', 'client', { project_ids: [WEB] }),
  'POST createMember': create({ role: 'user', project_ids: [WEB] }),
  'POST createobserver': create(),
  'PUT editObserver/{id}': edit('editObserver', 'observer'),
  'POST createsubadmin': create(),
  'PUT editsubadmin/{id}': edit('editsubadmin', 'subadmin'),
  'PUT editMember/{id}': edit('editMember', 'user'),
  'POST userApproveOrReject': about({ approval: 2 }, { status: 0, reason: 'Nobody knows you.' }),
  'POST changeUserRoles': about({}, { role: 'team_leader' }),
  'GET approvalQueue': {
    seat: 'acme.admin',
    make: async (owner) => {
      await freshMember(owner, { approval: 2 });
      await freshRequest(owner, await freshMember(owner));
      return { query: {} };
    },
  },
  'GET requestRole': {
    seat: 'acme.user',
    make: async (owner) => {
      await freshRequest(owner, fixtureId('acme.user'));
      return { query: {} };
    },
  },
  'POST requestRole': {
    seat: 'acme.user',
    make: async (owner) => {
      await owner.query('delete from role_request');
      // Nobody who may ask is an observer already.
      return { body: { role: 'observer', reason: `To look after it, reason ${++made}.` } };
    },
  },
  'POST decideRoleRequest': {
    seat: 'acme.admin',
    make: async (owner) => ({ body: { request_id: await freshRequest(owner, await freshMember(owner)), grant: true } }),
  },
  'GET memberDetail': {
    seat: 'acme.admin',
    make: async (owner) => ({ query: { user_id: await signedInMember(owner) } }),
  },
  'POST deactivateMember': about({}, { reassign_to: fixtureId('acme.outsider') }),
  'POST reactivateMember': about({ deactivated: true }),
  'POST endMemberSessions': {
    seat: 'acme.admin',
    make: async (owner) => ({ body: { user_id: await signedInMember(owner) } }),
  },
};
