import type pg from 'pg';
import type { memberEndpoints } from '@/lib/member/endpoints';
import type { memberManagementEndpoints } from '@/lib/member/endpoints.manage';
import type { Role } from '@/lib/permission/schema';
import { aPerson, aRecord, type Example, type Examples, inProject, intoProject, query, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

const list = (query: Record<string, string> = {}): Example => ({ seat: 'acme.user', make: async () => ({ query }) });

let made = 0;

const create = (fields: object = {}): Example => ({
  seat: 'acme.admin',
  make: async () => ({
    body: { name: `Kim ${++made}`, email: `kim${made}@people.test`, phone: '+49 30 2', company: 'Kim & Co', ...fields },
  }),
});

type Fresh = { role?: Role; approval?: 0 | 1 | 2; deactivated?: true };

const about = (somebody: Fresh, fields: object = {}): Example => ({
  seat: 'acme.admin',
  make: async (owner) => ({ body: { user_id: await freshMember(owner, somebody), ...fields } }),
});

/** Each example has a person of its own, whom no other test uses. */
const ORG = fixtureId('acme');

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

const edit = (endpoint: string, role: Role, fields: object = {}): Example => ({
  seat: 'acme.admin',
  make: async (owner) => ({
    path: `${endpoint}/${await freshMember(owner, { role })}`,
    body: { name: `Kim ${++made}`, phone: null, company: 'Kim & Co', ...fields },
  }),
});

async function freshRequest(owner: pg.ClientBase, memberId: string): Promise<string> {
  const id = newId();
  await owner.query('delete from role_request');
  await owner.query(
    `insert into role_request (org_id, id, member_id, role, reason) values ($1, $2, $3, 'team_leader', 'I lead it anyway.')`,
    [ORG, id, memberId],
  );
  return id;
}

async function signedInMember(owner: pg.ClientBase): Promise<string> {
  const id = await freshMember(owner);
  for (const kind of ['browser', 'bearer'])
    await owner.query(
      `insert into session (id, org_id, member_id, kind, expires_at) values ($1, $2, $3, $4, now() + interval '1 hour')`,
      [newId(), ORG, id, kind],
    );
  return id;
}

export const examples: Examples<typeof memberManagementEndpoints & typeof memberEndpoints> = {
  'GET allUserFromOrgs': list({ q: 'e', limit: '5' }),
  'GET employeelist': list(),
  'GET teamleader': list({ q: 'lead' }),
  'GET clientList': list(),
  'GET observerlist': list(),
  'GET subadminList': list(),
  'POST createclient': { ...create({ project_ids: [WEB] }), about: intoProject },
  'PUT editClient/{id}': { ...edit('editClient', 'client', { project_ids: [WEB] }), about: aPerson('client') },
  'POST createobserver': create(),
  'PUT editObserver/{id}': { ...edit('editObserver', 'observer'), about: aPerson('observer') },
  'POST createsubadmin': create(),
  'PUT editsubadmin/{id}': { ...edit('editsubadmin', 'subadmin'), about: aPerson('subadmin') },
  'POST createMember': { ...create({ role: 'user', project_ids: [WEB] }), about: intoProject },
  'PUT editMember/{id}': { ...edit('editMember', 'user'), about: aPerson('user') },
  'POST userApproveOrReject': {
    ...about({ approval: 2 }, { status: 0, reason: 'Nobody knows you.' }),
    about: aPerson('user'),
  },
  'POST changeUserRoles': { ...about({}, { role: 'team_leader' }), about: aPerson('user') },
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
      return { body: { role: 'observer', reason: `To look after it, reason ${++made}.` } };
    },
  },
  'POST decideRoleRequest': {
    seat: 'acme.admin',
    make: async (owner) => ({ body: { request_id: await freshRequest(owner, await freshMember(owner)), grant: true } }),
    about: aPerson('user'),
  },
  'GET memberDetail': {
    seat: 'acme.admin',
    make: async (owner) => ({ query: { user_id: await signedInMember(owner) } }),
    about: aRecord,
  },
  'POST deactivateMember': { ...about({}, { reassign_to: fixtureId('acme.outsider') }), about: aPerson('user') },
  'POST reactivateMember': { ...about({ deactivated: true }), about: aPerson('user') },
  'POST endMemberSessions': {
    seat: 'acme.admin',
    make: async (owner) => ({ body: { user_id: await signedInMember(owner) } }),
    about: aPerson('user'),
  },
  'POST resetSecondFactor': {
    seat: 'acme.admin',
    make: async (owner) => {
      const id = await signedInMember(owner);
      await owner.query(
        `update person set totp_enabled_at = now(), totp_secret = 'sealed' where id = (select person_id from member where id = $1)`,
        [id],
      );
      return { body: { user_id: id } };
    },
    about: aPerson('user'),
  },
  'GET loggedInUser': query(),
  'GET userList': query({ q: 'e', role: 'user,client', limit: '5' }),
  'GET assigneeList': { ...query({ project_id: WEB }), about: inProject() },
};
