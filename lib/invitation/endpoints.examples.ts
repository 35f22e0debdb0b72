import type pg from 'pg';
import type { invitationEndpoints } from '@/lib/invitation/endpoints';
import type { invitationAcceptanceEndpoints } from '@/lib/invitation/endpoints.accept';
import { newSecretToken } from '@/lib/secret-token';
import {
  aRecord,
  body,
  type Example,
  type Examples,
  freshEmail,
  intoProject,
  OTHER_PASSWORD,
  WEB,
} from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

/** Use Globex to leave the lists of Acme as they are. */
export async function freshInvitation(owner: pg.ClientBase, org: string, by: string, email = freshEmail()) {
  const { token, tokenHash } = newSecretToken();
  const id = newId();
  await owner.query(
    `insert into invitation (org_id, id, email, role, token_hash, invited_by_id, expires_at)
     values ($1, $2, $3, 'user', $4, $5, now() + interval '7 days')`,
    [fixtureId(org), id, email, tokenHash, fixtureId(`${org}.${by}`)],
  );
  return { id, token };
}

/** An upload by a sub-admin, of whose rows half were skipped. */
async function freshBatch(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into invitation_batch (org_id, id, created_by_id, file_name, content_hash, total, skipped, errors, finished_at)
     values ($1, $2, $3, 'people.csv', $2::uuid::text, 2, 1, $4, now())`,
    [
      fixtureId('acme'),
      id,
      fixtureId('acme.subadmin'),
      JSON.stringify([{ row: 3, column: 'role', value: 'king', message: 'This role does not exist.' }]),
    ],
  );
  return id;
}

const onInvitation = (path: string): Example => ({
  seat: 'acme.leader',
  make: async (owner) => ({ path: `${path}/${(await freshInvitation(owner, 'acme', 'leader')).id}`, body: {} }),
});

export const examples: Examples<typeof invitationAcceptanceEndpoints & typeof invitationEndpoints> = {
  'POST acceptInvitation': body('anonymous', async (owner) => ({
    token: (await freshInvitation(owner, 'globex', 'admin')).token,
    name: 'Nora Newman',
    password: OTHER_PASSWORD,
  })),
  'POST sendInvite': {
    ...body('acme.leader', () => ({
      email: freshEmail(),
      name: 'Nora Newman',
      role: 'user',
      project_ids: [WEB],
    })),
    about: intoProject,
  },
  'POST sendInvites': {
    ...body('acme.leader', () => ({ emails: [freshEmail()], role: 'client', project_ids: [WEB] })),
    about: intoProject,
  },
  'POST sendInviteFromCSV': body('acme.subadmin', () => ({
    file: new File([`email,role\n${freshEmail()},user\nnobody,king\n`], 'people.csv', { type: 'text/csv' }),
    dry_run: 'false',
  })),
  'GET inviteBatch/{id}': {
    seat: 'acme.admin',
    make: async (owner) => ({ path: `inviteBatch/${await freshBatch(owner)}`, query: {} }),
    about: aRecord,
  },
  'GET inviteBatchFile/{id}': {
    seat: 'acme.admin',
    make: async (owner) => ({ path: `inviteBatchFile/${await freshBatch(owner)}`, query: {} }),
    about: aRecord,
  },
  'GET inviteBatchList': {
    seat: 'acme.admin',
    make: async (owner) => {
      await freshBatch(owner);
      return { query: { limit: '2' } };
    },
  },
  'GET invitationList': { seat: 'acme.admin', make: async () => ({ query: { state: 'open,accepted', q: 'new' } }) },
  'POST resendInvite/{id}': { ...onInvitation('resendInvite'), about: { about: 'record', hands: ['leader'] } },
  'POST revokeInvite/{id}': { ...onInvitation('revokeInvite'), about: { about: 'record', hands: ['leader'] } },
};
