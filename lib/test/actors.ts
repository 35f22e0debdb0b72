import type pg from 'pg';
import type { Role } from '@/lib/permission/schema';
import { fixtureId, insert } from '@/lib/test/fixtures';
import { bearer, call } from '@/lib/test/wire';

/** Everybody who may knock: the six roles of one organisation, and those whom it does not know, or knows no more. */

export type Actor = {
  name: string;
  /** What the person is now; null for whoever has no seat that counts. */
  role: Role | null;
  /** `nobody`: no session. `refused`: a session, but no open seat. `foreign`: an open seat in the other organisation. */
  standing: 'nobody' | 'refused' | 'foreign' | 'member';
  /** A member of the project that the examples are about. */
  inProject: boolean;
  /** Leads it. */
  leads: boolean;
};

const member = (name: string, role: Role, inProject = false, leads = false): Actor => ({
  name,
  role,
  standing: 'member',
  inProject,
  leads,
});
const without = (name: string, standing: 'nobody' | 'refused'): Actor => ({
  ...{ name, role: null, standing, inProject: false, leads: false },
});

export const ACTORS: readonly Actor[] = [
  member('admin', 'admin'),
  member('subadmin', 'subadmin'),
  member('leader', 'team_leader', true, true),
  // Another team leader in the project, which it does not lead.
  member('colleague', 'team_leader', true),
  member('user', 'user', true),
  member('client', 'client', true),
  member('observer', 'observer'),
  member('outsider', 'user'),
  // With a token from before: a user who was in the project, and an admin who is now a user of no project.
  member('removed', 'user'),
  member('demoted', 'user'),
  { ...member('foreign', 'admin'), standing: 'foreign' },
  without('pending', 'refused'),
  without('rejected', 'refused'),
  without('deactivated', 'refused'),
  // Deactivated by the command, which ends the session.
  without('ended', 'nobody'),
  without('anonymous', 'nobody'),
];

/** Sessions of everybody, opened while they could sign in; then they become what they are here, by the commands where there is one. */
export async function tokensOfActors(owner: pg.ClientBase): Promise<Map<string, string | null>> {
  for (const [seat, role] of [
    ['colleague', 'team_leader'],
    ['removed', 'user'],
    ['demoted', 'admin'],
    ['ended', 'user'],
  ])
    await addSeat(owner, seat as string, role as string);
  for (const seat of ['colleague', 'removed'])
    await insert(owner, 'project_member', {
      ...{ org_id: fixtureId('acme'), project_id: fixtureId('acme.WEB'), member_id: fixtureId(`acme.${seat}`) },
    });
  const opened = { pending: 'approval = 2', rejected: 'approval = 0', gone: 'deactivated_at = now()' };
  const set = (seat: string, change: string) =>
    owner.query(`update member set ${change} where id = $1`, [fixtureId(`acme.${seat}`)]);
  for (const seat of Object.keys(opened)) await set(seat, 'approval = 1, deactivated_at = null');
  const tokens = new Map<string, string | null>([['anonymous', null]]);
  for (const { name } of ACTORS) {
    if (name === 'anonymous') continue;
    const seat = name === 'deactivated' ? 'acme.gone' : name === 'foreign' ? 'globex.admin' : `acme.${name}`;
    tokens.set(name, await bearer(seat));
  }
  for (const [seat, change] of Object.entries(opened)) await set(seat, change);

  const token = tokens.get('admin') as string;
  const id = (seat: string) => fixtureId(`acme.${seat}`);
  const done = [
    await call('PUT', 'projectMembers', {
      token,
      body: { project_id: id('WEB'), add: [], remove: [id('removed')] },
    }),
    await call('POST', 'changeUserRoles', { token, body: { user_id: id('demoted'), role: 'user' } }),
    await call('POST', 'deactivateMember', { token, body: { user_id: id('ended') } }),
  ];
  for (const { status, body } of done) if (status !== 200) throw new Error(`No actors without it: ${body.message}`);
  return tokens;
}

async function addSeat(owner: pg.ClientBase, seat: string, role: string): Promise<void> {
  const [email, person_id] = [`${seat}@acme.test`, fixtureId(`${seat}@acme.test`)];
  const { rows } = await owner.query(`select password_hash from person where email = 'admin@acme.test'`);
  await insert(owner, 'person', { id: person_id, email, name: email, ...rows[0], email_verified_at: new Date() });
  await insert(owner, 'member', {
    ...{ org_id: fixtureId('acme'), id: fixtureId(`acme.${seat}`), person_id, role, approval: 1 },
    ...{ name: `${seat} of acme`, email },
  });
}
