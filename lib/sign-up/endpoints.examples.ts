import { withAuth } from '@/lib/auth';
import { freshInvitation } from '@/lib/invitation/endpoints.examples';
import { type CodePurpose, issueCode } from '@/lib/session/codes';
import type { authEndpoints } from '@/lib/sign-up/endpoints';
import {
  body,
  type Example,
  type Examples,
  freshEmail,
  OTHER_PASSWORD,
  query,
  restorePasswords,
} from '@/lib/test/example';
import { PASSWORD } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

const codeOf = (purpose: CodePurpose, email: string, orgKey: string, data: unknown = {}) =>
  withAuth(null, (auth) => issueCode(auth, { purpose, email, orgKey }, data));

let made = 0;

const freshKey = () => `newco-${++made}x`;

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

export const examples: Examples<typeof authEndpoints> = {
  'POST signinwithorgs': body('anonymous', () => ({ email: 'user@acme.test', password: PASSWORD, sub_domain: 'acme' })),
  'POST signout': body('acme.user2', () => ({})),
  'GET getOrganisationList': query({ q: 'acme' }, 'anonymous'),
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
};
