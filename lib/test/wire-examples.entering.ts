import type pg from 'pg';
import { type CodePurpose, issueCode } from '@/lib/auth/codes';
import { asAuth } from '@/lib/db';
import { newSecretToken } from '@/lib/secret-token';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import type { Example } from '@/lib/test/wire-examples';
import { newId } from '@/lib/validation';

/** The examples of founding, joining, inviting and of the own password. Each is about an address of its own. */

const WEB = fixtureId('acme.WEB');
const OTHER_PASSWORD = 'kettle violet harbor otter';
let made = 0;
const freshEmail = () => `newcomer${++made}@new.test`;
const freshKey = () => `newco-${++made}x`;

const body = (seat: string, fields: (owner: pg.ClientBase) => unknown): Example => ({
  seat,
  make: async (owner) => ({ body: await fields(owner) }),
});

/** Every fixture's password as it was: that of somebody who can change none, having left. */
export const restorePasswords = (owner: pg.ClientBase) =>
  owner.query(
    `update person set password_hash = (select password_hash from person where email = 'gone@acme.test')
      where email ~ '@(acme|globex)[.]test$'`,
  );

/** The code that a mail would have brought. */
const codeOf = (purpose: CodePurpose, email: string, orgKey: string, data: unknown = {}) =>
  asAuth((db) => issueCode(db, { purpose, email, orgKey }, data));

/** An open invitation. The organisation's own lists stay as they are if it is one to Globex. */
async function freshInvitation(owner: pg.ClientBase, org: string, by: string, email = freshEmail()) {
  const { token, tokenHash } = newSecretToken();
  const id = newId();
  await owner.query(
    `insert into invitation (org_id, id, email, role, token_hash, invited_by_id, expires_at)
     values ($1, $2, $3, 'user', $4, $5, now() + interval '7 days')`,
    [fixtureId(org), id, email, tokenHash, fixtureId(`${org}.${by}`)],
  );
  return { id, token };
}

/** An upload of a sub-admin, half of which was skipped. */
async function freshBatch(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into invitation_batch (org_id, id, created_by_id, file_name, content_hash, total, skipped, errors, finished_at)
     values ($1, $2, $3, 'people.csv', $2::uuid::text, 2, 1, $4, now())`,
    [
      fixtureId('acme'),
      id,
      fixtureId('acme.subadmin'),
      JSON.stringify([{ row: 3, column: 'role', value: 'king', message: 'There is no such role.' }]),
    ],
  );
  return id;
}

const onInvitation = (path: string): Example => ({
  seat: 'acme.leader',
  make: async (owner) => ({ path: `${path}/${(await freshInvitation(owner, 'acme', 'leader')).id}`, body: {} }),
});

/** Calls that a single endpoint understands besides the one that stands for it below. */
export const OTHER_FORMS: [name: string, example: Example][] = [
  ['POST verifyorganisation', body('anonymous', () => ({ sub_domain: 'acme' }))],
  ['POST forgetPassword', body('anonymous', () => ({ email: 'rejected@acme.test', sub_domain: 'acme' }))],
  [
    'POST signupwithorgs',
    body('anonymous', () => ({
      name: 'Nora Newman',
      email: freshEmail(),
      password: OTHER_PASSWORD,
      sub_domain: 'acme',
    })),
  ],
  [
    'POST acceptInvitation',
    body('anonymous', async (owner) => {
      await restorePasswords(owner);
      const { token } = await freshInvitation(owner, 'globex', 'admin', 'outsider@acme.test');
      return { token, password: PASSWORD };
    }),
  ],
];

export const ENTERING_EXAMPLES: Record<string, Example> = {
  'POST verifyorganisation': body('anonymous', async () => {
    const email = freshEmail();
    const asked = { member_id: newId(), name: 'Nora Newman', password_hash: 'none' };
    return { sub_domain: 'globex', email, otp: await codeOf('join', email, 'globex', asked) };
  }),
  'POST resendcode': body('anonymous', () => ({ email: freshEmail(), sub_domain: 'acme' })),
  'POST signupwithorgs': body('anonymous', () => ({
    name: 'Nora Newman',
    email: freshEmail(),
    password: OTHER_PASSWORD,
    sub_domain: freshKey(),
    organisation_name: 'New Company',
  })),
  'GET organisationKey': { seat: 'anonymous', make: async () => ({ query: { key: freshKey() } }) },
  'GET inviteBatchList': {
    seat: 'acme.admin',
    make: async (owner) => {
      await freshBatch(owner);
      return { query: { limit: '2' } };
    },
  },
  'POST createOrganisation': body('acme.outsider', () => ({
    organisation_name: 'Further Company',
    sub_domain: freshKey(),
  })),
  'POST forgetPassword': body('anonymous', async () => ({
    email: 'pending@acme.test',
    sub_domain: 'acme',
    otp: await codeOf('reset', 'pending@acme.test', 'acme'),
    new_password: OTHER_PASSWORD,
  })),
  'POST changePassword': body('acme.outsider', async (owner) => {
    await restorePasswords(owner);
    return { current_password: PASSWORD, new_password: OTHER_PASSWORD };
  }),
  'POST acceptInvitation': body('anonymous', async (owner) => ({
    token: (await freshInvitation(owner, 'globex', 'admin')).token,
    name: 'Nora Newman',
    password: OTHER_PASSWORD,
  })),
  'POST sendInvite': body('acme.leader', () => ({
    email: freshEmail(),
    name: 'Nora Newman',
    role: 'user',
    project_ids: [WEB],
  })),
  'POST sendInvites': body('acme.leader', () => ({ emails: [freshEmail()], role: 'client', project_ids: [WEB] })),
  'POST sendInviteFromCSV': body('acme.subadmin', () => ({
    file: new File([`email,role\n${freshEmail()},user\nnobody,king\n`], 'people.csv', { type: 'text/csv' }),
    dry_run: 'false',
  })),
  'GET inviteBatch/{id}': {
    seat: 'acme.admin',
    make: async (owner) => ({ path: `inviteBatch/${await freshBatch(owner)}`, query: {} }),
  },
  'GET invitationList': { seat: 'acme.admin', make: async () => ({ query: { state: 'open,accepted', q: 'new' } }) },
  'POST resendInvite/{id}': onInvitation('resendInvite'),
  'POST revokeInvite/{id}': onInvitation('revokeInvite'),
};
