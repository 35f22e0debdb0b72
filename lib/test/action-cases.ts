import type pg from 'pg';
import type { Action } from '@/lib/permission/schema';
import { freshTask } from '@/lib/task/endpoints.examples';
import { PASSWORD } from '@/lib/test/fixtures';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** Every server action, with the right its command asks for and a call that succeeds: what the sweep of actions reads. */

export type ActionCase = {
  /** As for an endpoint; `session` needs any session that counts. */
  permission: Action | 'anonymous' | 'session';
  /** The first argument is an organisation's key: nobody of another organisation gets through. */
  inOrganisation?: true;
  /** Who may do the example, where the right alone does not say it. */
  only?: readonly string[];
  because?: string;
  /** The example is always about the same account, which can do one thing at a time. */
  oneAccount?: true;
  /** A seat that may, such as `acme.admin`; null: whoever is not signed in. */
  control: string | null;
  make: (owner: pg.ClientBase) => Promise<unknown[]>;
};

const formOf = (fields: Record<string, unknown>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  return form;
};
const bodyOf = async (owner: pg.ClientBase, endpoint: string) =>
  (await EXAMPLES[endpoint]?.make(owner))?.body as Record<string, unknown>;
/** The form that says what an endpoint's example says. */
const formLike =
  (endpoint: string, ...before: unknown[]) =>
  async (owner: pg.ClientBase) => [...before, {}, formOf(await bodyOf(owner, endpoint))];
/** The form in which the template is chosen, where the endpoint has it in its path. */
const formOfTemplate = (endpoint: string) => async (owner: pg.ClientBase) => {
  const { path, body } = (await EXAMPLES[endpoint]?.make(owner)) ?? {};
  return ['acme', {}, formOf({ id: path?.split('/').at(-1), ...(body as Record<string, unknown>) })];
};
const PROJECT_TEAM = ['admin', 'subadmin', 'leader', 'colleague', 'user'];
const STRANGERS = ['pending', 'rejected', 'deactivated', 'ended', 'anonymous'];

export const ACTION_CASES: Record<string, ActionCase> = {
  'lib/session/actions.ts signIn': {
    permission: 'anonymous',
    oneAccount: true,
    control: null,
    make: async () => ['acme', {}, formOf({ email: 'user@acme.test', password: PASSWORD })],
  },
  'lib/session/actions.ts signOut': { permission: 'anonymous', control: null, make: async () => [] },
  'lib/session/actions.ts switchOrganisation': {
    permission: 'session',
    only: ['foreign'],
    because: 'Globex is theirs; of the others nobody has a seat there',
    control: 'acme.both',
    make: async () => ['globex', null],
  },
  'lib/organisation/actions.ts restoreOwnOrganisation': {
    permission: 'session',
    only: ['admin', 'foreign'],
    because: 'an organisation is restored by its admins, outside the door, which is closed by then',
    control: 'acme.admin',
    make: async () => [{}, new FormData()],
  },
  'lib/sign-up/actions.ts registerOrganisation': {
    permission: 'anonymous',
    control: null,
    make: formLike('POST signupwithorgs'),
  },
  'lib/sign-up/actions.ts registerAnotherOrganisation': {
    permission: 'organisation.found',
    control: 'acme.outsider',
    make: formLike('POST createOrganisation'),
  },
  'lib/sign-up/actions.ts joinOrganisation': {
    permission: 'anonymous',
    control: null,
    make: async (owner) => {
      const [before, form] = (await formLike('POST signupwithorgs')(owner)) as [object, FormData];
      form.set('sub_domain', 'acme');
      return [before, form];
    },
  },
  'lib/sign-up/actions.ts enterCode': {
    permission: 'anonymous',
    control: null,
    make: formLike('POST verifyorganisation'),
  },
  'lib/sign-up/actions.ts askForCode': {
    permission: 'anonymous',
    control: null,
    make: formLike('POST resendcode'),
  },
  'lib/sign-up/actions.ts setNewPassword': {
    permission: 'anonymous',
    oneAccount: true,
    control: null,
    make: formLike('POST forgetPassword'),
  },
  'lib/sign-up/actions.ts changeOwnPassword': {
    permission: 'profile.own',
    inOrganisation: true,
    control: 'acme.outsider',
    make: formLike('POST changePassword', 'acme'),
  },
  'lib/sign-up/actions.ts anotherPassphrase': { permission: 'anonymous', control: null, make: async () => [] },
  'lib/task/actions.ts createTask': {
    permission: 'task.create',
    inOrganisation: true,
    only: PROJECT_TEAM,
    because: 'a team leader or user creates in the projects they are in',
    control: 'acme.user',
    make: formLike('POST Task', 'acme'),
  },
  'lib/task/actions.ts editTask': {
    permission: 'task.edit',
    inOrganisation: true,
    only: PROJECT_TEAM,
    because: 'the task is of one project, and the user works on it',
    control: 'acme.user',
    make: async (owner) => ['acme', {}, formOf({ id: await freshTask(owner), version: 1, title: 'Changed' })],
  },
  'lib/project/actions.ts createProject': {
    permission: 'project.create',
    inOrganisation: true,
    control: 'acme.leader',
    make: formLike('POST project', 'acme'),
  },
  'lib/project/actions.ts editProject': {
    permission: 'project.edit',
    inOrganisation: true,
    only: ['admin', 'subadmin', 'leader'],
    because: 'a team leader edits the projects they lead',
    control: 'acme.leader',
    make: formLike('PUT projectEdit', 'acme'),
  },
  'lib/template/actions.ts applyTemplate': {
    permission: 'task.create',
    inOrganisation: true,
    only: PROJECT_TEAM,
    because: 'a team leader or user creates in the projects they are in',
    control: 'acme.user',
    make: formOfTemplate('POST useTemplate/{id}'),
  },
  'lib/template/actions.ts applyProjectTemplate': {
    permission: 'project.create',
    inOrganisation: true,
    control: 'acme.leader',
    make: formOfTemplate('POST useProjectTemplate/{id}'),
  },
  'lib/invitation/actions.ts accept': {
    permission: 'anonymous',
    only: STRANGERS,
    because: 'whoever is signed in under another address than the invited one is told so (I02)',
    control: null,
    make: async (owner) => {
      const { token, ...fields } = await bodyOf(owner, 'POST acceptInvitation');
      return [token, {}, formOf(fields)];
    },
  },
};
