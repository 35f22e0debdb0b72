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

/** Open to whoever is not signed in. */
const anonymous = (make: ActionCase['make'], more: Partial<ActionCase> = {}): ActionCase => ({
  ...{ permission: 'anonymous', control: null, make, ...more },
});
/** In the organisation that its first argument names, as the endpoint's example says. */
const within = (permission: Action, control: string, make: ActionCase['make'], more: Partial<ActionCase> = {}) => ({
  ...{ permission, inOrganisation: true as const, control, make, ...more },
});
const IN_PROJECTS = { only: PROJECT_TEAM, because: 'a team leader or user creates in the projects they are in' };

export const ACTION_CASES: Record<string, ActionCase> = {
  'lib/session/actions.ts signIn': {
    ...anonymous(async () => ['acme', {}, formOf({ email: 'user@acme.test', password: PASSWORD })]),
    oneAccount: true,
  },
  'lib/session/actions.ts signOut': anonymous(async () => []),
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
  'lib/sign-up/actions.ts registerOrganisation': anonymous(formLike('POST signupwithorgs')),
  'lib/sign-up/actions.ts registerAnotherOrganisation': {
    permission: 'organisation.found',
    control: 'acme.outsider',
    make: formLike('POST createOrganisation'),
  },
  'lib/sign-up/actions.ts joinOrganisation': anonymous(async (owner) => {
    const [before, form] = (await formLike('POST signupwithorgs')(owner)) as [object, FormData];
    form.set('sub_domain', 'acme');
    return [before, form];
  }),
  'lib/sign-up/actions.ts enterCode': anonymous(formLike('POST verifyorganisation')),
  'lib/sign-up/actions.ts askForCode': anonymous(formLike('POST resendcode')),
  'lib/sign-up/actions.ts setNewPassword': anonymous(formLike('POST forgetPassword'), { oneAccount: true }),
  'lib/sign-up/actions.ts changeOwnPassword': within(
    'profile.own',
    'acme.outsider',
    formLike('POST changePassword', 'acme'),
  ),
  'lib/sign-up/actions.ts anotherPassphrase': anonymous(async () => []),
  'lib/task/actions.ts createTask': within('task.create', 'acme.user', formLike('POST Task', 'acme'), IN_PROJECTS),
  'lib/task/actions.ts editTask': {
    permission: 'task.edit',
    inOrganisation: true,
    only: PROJECT_TEAM,
    because: 'the task is of one project, and the user works on it',
    control: 'acme.user',
    make: async (owner) => ['acme', {}, formOf({ id: await freshTask(owner), version: 1, title: 'Changed' })],
  },
  'lib/project/actions.ts createProject': within('project.create', 'acme.leader', formLike('POST project', 'acme')),
  'lib/project/actions.ts editProject': {
    permission: 'project.edit',
    inOrganisation: true,
    only: ['admin', 'subadmin', 'leader'],
    because: 'a team leader edits the projects they lead',
    control: 'acme.leader',
    make: formLike('PUT projectEdit', 'acme'),
  },
  'lib/template/actions.ts applyTemplate': within(
    'task.create',
    'acme.user',
    formOfTemplate('POST useTemplate/{id}'),
    IN_PROJECTS,
  ),
  'lib/template/actions.ts applyProjectTemplate': within(
    'project.create',
    'acme.leader',
    formOfTemplate('POST useProjectTemplate/{id}'),
  ),
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
