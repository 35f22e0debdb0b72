import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { jobRecord } from '@/components/test/gallery/job';
import { MADE_AT, member } from '@/components/test/gallery/member';
import { ADMIN, LEADER } from '@/components/test/gallery/people';
import { PROJECT } from '@/components/test/gallery/project';
import { navigation } from '@/components/test/navigation';
import { list, Refusal, server } from '@/components/test/server';
import { show } from '@/components/test/show';
import { FocusKeeper } from '@/components/ui/focus-keeper';
import type { InvitationImport, InvitationRecord, RowProblem } from '@/lib/invitation/schema';
import type { JobRecord } from '@/lib/job/schema';
import { wholeTest } from '@/lib/test/whole';
import { InvitationList } from './invitation-list';
import { PeopleActions } from './people-actions';

const serveProjects = () =>
  server.onAny('GET projectList', () =>
    list([
      { ...PROJECT, leader: LEADER },
      { _id: 'p-app', key: 'APP', name: 'Loyalty app', leader: ADMIN },
    ]),
  );

test('one field takes many emails, names what is none, and tells the outcome of each', async () => {
  serveProjects();
  server.on('POST sendInvites', ({ emails }) => ({
    invited: 1,
    results: emails.map((email, at) =>
      at === 0
        ? { email, outcome: 'invited', message: '' }
        : { email, outcome: 'skipped', message: 'Already a member.' },
    ),
  }));
  const screen = await show(<PeopleActions />, { as: 'admin' });
  await screen.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Invite people' });
  await expect.element(dialog.getByRole('button', { name: 'Invite', exact: true })).toBeDisabled();
  await dialog.getByLabelText('Email addresses').fill('a@p.test b@p.test, bad one, nobody@');
  await expect.element(dialog.getByText('Not emails, so left out: “bad one”, “nobody@”')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /Website relaunch/ }).click();
  await dialog.getByLabelText('Role').selectOptions('observer');
  await expect.element(dialog.getByText('An observer sees every project without joining it.')).toBeVisible();
  await dialog.getByLabelText('Role').selectOptions('team_leader');
  await expect.element(dialog.getByText(/who leads one is set in the project/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
  const result = screen.getByRole('dialog', { name: 'Result' });
  await expect.element(result.getByText('Invited', { exact: true })).toBeVisible();
  await expect.element(result.getByText('Already a member.')).toBeVisible();
  await expectAccessible();
  expect(server.inputs('POST sendInvites')).toEqual([
    { emails: ['a@p.test', 'b@p.test'], role: 'team_leader', project_ids: ['p-web'] },
  ]);
  await result.getByRole('button', { name: 'Invite others' }).click();
  await expect.element(dialog.getByLabelText('Email addresses')).toHaveValue('');
  // Without a project one is offered, once.
  await dialog.getByLabelText('Email addresses').fill('c@p.test, d@p.test');
  await dialog.getByRole('checkbox', { name: /Website relaunch/ }).click();
  await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Invite 2 people without a project' })).toBeVisible();
  await expectAccessible();
  await dialog.getByLabelText('Put everybody into…').selectOptions('Website relaunch');
  await dialog.getByRole('button', { name: 'Invite 2 people', exact: true }).click();
  await result.getByRole('button', { name: 'Done' }).click();
  expect(server.inputs('POST sendInvites').at(-1)?.project_ids).toEqual(['p-web']);
  await expect.poll(() => navigation.all.at(-1)?.url).toBe('/acme/userlist?view=invitations');
});

test('what was written of an invitation comes back; a leader offers only their own projects and lower roles', async () => {
  serveProjects();
  const screen = await show(<PeopleActions />, { as: 'leader' });
  expect(screen.getByRole('button', { name: 'Import CSV' }).elements()).toHaveLength(0);
  await screen.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByLabelText('Email addresses').fill('a@p.test');
  await expect.element(dialog.getByRole('checkbox', { name: /Website relaunch/ })).toBeVisible();
  expect(dialog.getByRole('checkbox').elements()).toHaveLength(1);
  const roles = [...dialog.getByLabelText('Role').element().querySelectorAll('option')].map(({ value }) => value);
  expect(roles).toEqual(['user', 'client']);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.element(dialog.getByLabelText('Email addresses')).toHaveValue('a@p.test');
});

test('an account is added with its role and projects; a wrong field has the focus', async () => {
  serveProjects();
  server.refuse('POST createMember', 422, 'invalid', 'Check this.', { errors: { email: ['It is taken.'] } });
  const screen = await show(<PeopleActions />, { as: 'admin' });
  await screen.getByRole('button', { name: 'Invite with details' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Invite with details' });
  await dialog.getByLabelText('Role').selectOptions('team_leader');
  await expect.element(dialog.getByText(/who leads one is set in the project/)).toBeVisible();
  await dialog.getByLabelText('Name').fill('Lena');
  await dialog.getByLabelText('Email').fill('lena@p.test');
  await dialog.getByRole('checkbox', { name: /Loyalty app/ }).click();
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.element(dialog.getByText('It is taken.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Email')).toHaveFocus();
  await expectAccessible();
  server.on('POST createMember', () => ({ ...member('leader', { name: 'Lena' }), project_ids: [], version: 1 }));
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs('POST createMember').at(-1)).toEqual({
    role: 'team_leader',
    name: 'Lena',
    email: 'lena@p.test',
    phone: null,
    company: null,
    project_ids: ['p-app'],
  });
});

const problem = (row: number, column: string, value: string): RowProblem => ({ row, column, value, message: 'Wrong.' });
const imported = (part: Partial<InvitationImport> = {}): InvitationImport => ({
  batch_id: null,
  file_name: 'people.csv',
  total: 12,
  valid: 10,
  invited: 0,
  skipped: 0,
  errors: [problem(5, 'email', 'no address'), problem(9, 'role', 'emperor')],
  skipped_rows: [],
  accepted_rows: [{ row: 2, email: 'ann@x.test', name: 'Ann', role: 'user', projects: [] }],
  invited_rows: [],
  lost: [],
  headings: ['Mail', 'Who'],
  columns: { email: 'Mail' },
  dry_run: true,
  finished: true,
  ...{ encoding: 'utf-8', encoding_guessed: false, sample: [] },
  ...part,
});

test('a CSV file is looked at before anything is sent, its columns chosen, and its outcome told', async () => {
  serveProjects();
  server.onAny('POST sendInviteFromCSV', ({ dry_run }) =>
    String(dry_run) === 'true' ? imported() : imported({ dry_run: false, invited: 10, batch_id: 'b-1' }),
  );
  const screen = await show(<PeopleActions />, { as: 'admin' });
  await screen.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Import people from CSV' });
  await expect.element(dialog.getByRole('button', { name: 'Invite 0 people' })).toBeDisabled();
  await dialog.getByLabelText('CSV file').upload(new File(['Mail;Who'], 'people.csv', { type: 'text/csv' }));
  await expect.element(dialog.getByText('10 of 12 people will be invited; 2 with an error.')).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: /5 email no address/ })).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: /9 role emperor/ })).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: '2 ann@x.test Ann User' })).toBeVisible();
  await expectAccessible();
  await dialog.getByLabelText('Put the one person without a project into…').selectOptions('Website relaunch');
  await expect.poll(() => server.inputs('POST sendInviteFromCSV').at(-1)?.project_id).toBe('p-web');
  await dialog.getByLabelText('Name').selectOptions('Who');
  await expect.poll(() => server.inputs('POST sendInviteFromCSV').length).toBe(3);
  await dialog.getByRole('button', { name: 'Invite 10 people' }).click();
  await expect.element(dialog.getByText('10 of 12 people were invited; 2 with an error.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Download result' })).toBeVisible();
  const sent = server.inputs('POST sendInviteFromCSV').map(({ dry_run, mapping }) => [String(dry_run), mapping]);
  const mapping = '{"name":"Who"}';
  expect(sent).toEqual([
    ['true', undefined],
    ['true', undefined],
    ['true', mapping],
    ['undefined', mapping],
  ]);
  await expectAccessible();
});

wholeTest('a file that cannot be read is refused, and a long import can be left to go on', async () => {
  serveProjects();
  server.onAny('POST sendInviteFromCSV', () => {
    throw new Refusal(422, 'invalid', 'This is not a CSV file.');
  });
  const screen = await show(<PeopleActions />, { as: 'admin' });
  await screen.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Import people from CSV' });
  const upload = () => dialog.getByLabelText('CSV file').upload(new File(['x'], 'people.csv', { type: 'text/csv' }));
  await upload();
  await expect.element(dialog.getByText('This is not a CSV file.')).toBeVisible();
  server.onAny('POST sendInviteFromCSV', ({ dry_run }) =>
    imported(
      String(dry_run) === 'true'
        ? { skipped: 3, encoding: 'windows-1251', encoding_guessed: true, sample: ['Анна'] }
        : { dry_run: false, finished: false },
    ),
  );
  let state: JobRecord['state'] = 'running';
  const job = jobRecord({ kind: 'invitation.import', name: 'people.csv', progress: { done: 4, total: 7 } });
  server.on('GET job/{id}', ({ id }) => ({ ...job, _id: id, state }));
  server.on('GET inviteBatch/{id}', ({ id }) => ({ ...imported({ invited: 7 }), ...job, _id: id, state }));
  await upload();
  await expect.element(dialog.getByText('7 of 12 people will be invited; 2 with an error, 3 left out.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Invite 7 people' }).click();
  await expect.element(dialog.getByText('4 of 7 rows')).toBeVisible();
  expect(server.inputs('POST sendInviteFromCSV').at(-1)?.encoding).toBe('windows-1251');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Continue in background' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  state = 'done';
  await expect.element(screen.getByText('7 invited')).toBeVisible();
});

const invitation = (email: string, part: Partial<InvitationRecord> = {}): InvitationRecord => ({
  _id: email,
  email,
  name: null,
  role: 'user',
  role_label: 'User',
  projects: [PROJECT],
  invited_by: ADMIN,
  state: 'open',
  state_label: 'Open',
  sent_at: MADE_AT,
  expires_at: MADE_AT,
  has_account: false,
  can: { resend: true, revoke: true },
  ...part,
});

test('an invitation is sent again or revoked by keys, and the focus goes on to the next', async () => {
  server.on('POST resendInvite/{id}', ({ id }) => invitation(id));
  server.on('POST revokeInvite/{id}', ({ id }) => invitation(id, { state: 'revoked' }));
  const shown = (...invitations: InvitationRecord[]) => (
    <FocusKeeper label="Invitations">
      <InvitationList invitations={invitations} />
    </FocusKeeper>
  );
  const [first, second] = [invitation('a@p.test', { has_account: true }), invitation('b@p.test')];
  const screen = await show(shown(first, second), { as: 'admin' });
  await expectAccessible();
  await screen.getByRole('button', { name: 'Resend the invitation of b@p.test' }).click();
  await expect.element(screen.getByText('Sent to b@p.test again')).toBeVisible();
  for (const [left, email] of [
    [[second], first.email],
    [[], second.email],
  ] as const) {
    await screen
      .getByRole('button', { name: `Revoke the invitation of ${email}` })
      .element()
      .focus();
    await userEvent.keyboard('{Enter}');
    const question = screen.getByRole('alertdialog', { name: 'Revoke this invitation' });
    const words = email === first.email ? /the account created for them is deactivated/ : /You can invite them again/;
    await expect.element(question.getByText(words)).toBeVisible();
    await expectAccessible();
    await question.getByRole('button', { name: 'Revoke' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(question).not.toBeInTheDocument();
    await screen.showAgain(shown(...left));
    const next = left.length ? screen.getByRole('listitem') : screen.getByRole('group', { name: 'Invitations' });
    await expect.element(next).toHaveFocus();
  }
  await screen.showAgain(shown(invitation('c@p.test', { state: 'accepted', can: { resend: false, revoke: false } })));
  await expect.element(screen.getByRole('listitem')).toBeVisible();
  expect(screen.getByRole('button', { name: /invitation of c@p.test/ }).elements()).toHaveLength(0);
});
