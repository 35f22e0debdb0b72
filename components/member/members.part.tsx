import { expect, test } from 'vitest';
import { InvitationList } from '@/components/invitation/invitation-list';
import { PeopleActions } from '@/components/invitation/people-actions';
import { LED, MADE_AT, member, memberDetail, servePeople } from '@/components/test/gallery/member';
import { ADMIN, jobRecord, LEADER, PROJECT, USER } from '@/components/test/gallery/records';
import { dismiss, finish, pressOn } from '@/components/test/keys';
import {
  expectAccessible,
  expectAccessibleInAll,
  list,
  message,
  navigation,
  pickFrom,
  Refusal,
  server,
  show,
} from '@/components/test/part';
import { FocusKeeper } from '@/components/ui/focus-keeper';
import type { InvitationImport, InvitationRecord, RowProblem } from '@/lib/invitation/schema';
import type { JobRecord } from '@/lib/job/schema';
import type { RoleRequestRecord } from '@/lib/member/schema.manage';
import { ApprovalQueue } from './approval-queue';
import { MemberList } from './member-list';

const people = (...members: ReturnType<typeof member>[]) => (
  <MemberList members={members} projects={new Map()} path="/acme/userlist" search={{}} />
);
const LEADING = memberDetail('leader', { projects: [LED], open_tasks: 2 });

test('a role is chosen in words of what it may do, and needs another leader where it cannot lead', async () => {
  servePeople(LEADING);
  server.refuse('POST changeUserRoles', 422, 'invalid', 'Not so.', { errors: { lead_to: ['They cannot lead.'] } });
  const screen = await show(people(member('leader')), { as: 'admin' });
  await screen.getByRole('button', { name: 'Actions for Maya Lindqvist' }).click();
  await expect.element(screen.getByRole('menu')).toBeVisible();
  await expectAccessible();
  await screen.getByRole('menuitem', { name: 'Change role' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Change the role of Maya Lindqvist' });
  await expect.element(dialog.getByRole('button', { name: 'Change role' })).toBeDisabled();
  await dialog.getByLabelText('Role', { exact: true }).selectOptions('client');
  await expect.element(dialog.getByRole('heading', { name: 'Can no longer' })).toBeVisible();
  await expect.element(dialog.getByText('Their 2 open tasks are left unassigned.')).toBeVisible();
  await expect.element(dialog.getByText('Website relaunch will have no leader.')).toBeVisible();
  const leads = dialog.getByLabelText('Who leads Website relaunch from now on');
  const options = () => [...leads.element().querySelectorAll('option')].map(({ textContent }) => textContent);
  await expect.poll(options).toEqual(['Nobody: without a leader', 'Alice Baker (Admin)']);
  await leads.selectOptions('m-admin');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect.element(dialog.getByText('They cannot lead.')).toBeVisible();
  await expect.element(leads).toHaveFocus();
  server.on('POST changeUserRoles', () => member('leader', { role: 'client' }));
  await finish(dialog, 'Change role');
  await expect.element(screen.getByText('Maya Lindqvist is Client now')).toBeVisible();
  expect(server.inputs('POST changeUserRoles')).toEqual(
    Array(2).fill({ user_id: LEADER._id, role: 'client', lead_to: 'm-admin' }),
  );
  expect(navigation.refreshes).toBeGreaterThan(0);
});

const menuOfClient = async (as: 'admin' | 'leader') => {
  const screen = await show(people(member('client')), { as });
  await screen.getByRole('button', { name: 'Actions for Priya Raman' }).click();
  return screen;
};

test('an admin looks as a client from their menu', async () => {
  server.refuse('POST viewAs', 403, 'forbidden', 'Only who leads a project of this client can look as them.');
  const screen = await menuOfClient('admin');
  await screen.getByRole('menuitem', { name: 'View as client' }).click();
  await expect.element(message('Only who leads a project of this client can look as them.')).toBeVisible();
});

test('a leader looks as a client from the details, if they lead a project of theirs', async () => {
  const detail = memberDetail('client');
  detail.can.view_as = true;
  servePeople(detail);
  const screen = await menuOfClient('leader');
  expect(screen.getByRole('menuitem', { name: 'View as client' }).query()).toBeNull();
  await screen.getByRole('menuitem', { name: 'Details', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: 'View as client Priya Raman' })).toBeVisible();
  await expectAccessible();
});

test('who may less has less in the menu', async () => {
  const screen = await show(people(member('admin'), member('user')), { as: 'leader' });
  await screen.getByRole('button', { name: 'Actions for Alice Baker' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Details' })).toBeVisible();
  expect(screen.getByRole('menuitem').elements()).toHaveLength(1);
});

test('somebody is deactivated, their open work given to others; and comes back', async () => {
  servePeople(LEADING);
  server.on('POST deactivateMember', () => member('leader', { deactivated: true }));
  server.on('POST reactivateMember', () => member('leader'));
  const screen = await show(people(member('leader')), { as: 'admin' });
  const menu = screen.getByRole('button', { name: 'Actions for Maya Lindqvist' });
  await pickFrom(menu, 'Deactivate');
  const dialog = screen.getByRole('alertdialog', { name: 'Deactivate Maya Lindqvist' });
  await expect.element(dialog.getByText('2 open tasks and 1 project they lead.')).toBeVisible();
  const tasks = dialog.getByLabelText('Who takes over the open tasks');
  await expect.poll(() => tasks.element().textContent).toContain('Inês Rocha');
  expect(tasks.element().textContent).not.toMatch(/Maya|Priya|Hana/);
  await tasks.selectOptions(USER._id);
  await dialog.getByLabelText(/^Who leads/).selectOptions('m-admin');
  await expectAccessible();
  await finish(dialog, 'Deactivate');
  expect(server.inputs('POST deactivateMember')).toEqual([
    { user_id: LEADER._id, reassign_to: USER._id, lead_to: 'm-admin' },
  ]);
  await screen.showAgain(people(member('leader', { deactivated: true })));
  await expect.element(screen.getByText('Deactivated').first()).toBeVisible();
  await menu.click();
  const reactivate = screen.getByRole('menuitem', { name: 'Reactivate' });
  await expect.element(reactivate).toBeVisible();
  for (const name of ['Change role', 'Deactivate', 'Approve'])
    expect(screen.getByRole('menuitem', { name, exact: true }).query(), name).toBeNull();
  await reactivate.click();
  await expect.element(screen.getByText('Maya Lindqvist reactivated')).toBeVisible();
});

test('the details end sessions and reset a second factor', async () => {
  const session = (_id: string) => ({
    _id,
    kind: 'browser',
    ip: '10.0.0.1',
    user_agent: null,
    created_at: MADE_AT,
    last_seen_at: MADE_AT,
  });
  const detail = memberDetail('user', {
    sessions: [session('s-1'), session('s-2'), session('s-3')],
    phone: '030 1',
    second_factor: true,
  });
  detail.can.reset_second_factor = true;
  servePeople(detail);
  server.on('POST endMemberSessions', ({ session_id }) => {
    detail.sessions = session_id ? (detail.sessions?.filter(({ _id }) => _id !== session_id) ?? []) : [];
    return { ended: 1 };
  });
  server.on('POST resetSecondFactor', () => {
    detail.can.reset_second_factor = false;
    return { done: true };
  });
  const screen = await show(people(member('user')), { as: 'admin' });
  await screen.getByRole('button', { name: 'Actions for Daniel Osei' }).click();
  await screen.getByRole('menuitem', { name: 'Details', exact: true }).click();
  const drawer = screen.getByRole('dialog', { name: 'Daniel Osei' });
  await expect.element(drawer.getByText('030 1')).toBeVisible();
  await expectAccessibleInAll();
  await drawer.getByRole('button', { name: 'End session' }).first().click();
  await expect.poll(() => drawer.getByRole('button', { name: 'End session' }).elements().length).toBe(2);
  await drawer.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect.element(drawer.getByText('Not signed in.')).toBeVisible();
  await expect.element(drawer.getByRole('button', { name: 'Sign out everywhere' })).not.toBeInTheDocument();
  expect(server.inputs('POST endMemberSessions')).toEqual([
    { user_id: USER._id, session_id: 's-1' },
    { user_id: USER._id },
  ]);
  await drawer.getByRole('button', { name: 'Reset second factor' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Reset the second factor of Daniel Osei' });
  await expect.element(question).toBeVisible();
  await expectAccessibleInAll();
  await pressOn(question.getByRole('button', { name: 'Reset second factor' }), '{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(drawer.getByRole('button', { name: 'Reset second factor' })).not.toBeInTheDocument();
});

test('an account that nobody has used gets another email and other projects', async () => {
  const open = { _id: 'p-web', key: 'WEB', name: 'Website relaunch', leader: null } as never;
  server.onAny('GET projectList', () => list([open]));
  servePeople(memberDetail('client', { not_entered: true }));
  server.on('PUT editClient/{id}', ({ email }) => ({ ...member('client', { email }), project_ids: [], version: 2 }));
  const screen = await show(people(member('client', { not_entered: true })), { as: 'admin' });
  await expect.element(screen.getByText('Not activated yet').first()).toBeVisible();
  await pickFrom(screen.getByRole('button', { name: 'Actions for Priya Raman' }), 'Edit details');
  const dialog = screen.getByRole('dialog', { name: 'Edit Client' });
  await dialog.getByLabelText('Email').fill('right@acme.test');
  await expect.element(dialog.getByText(/a new one is sent to this email/)).toBeVisible();
  await dialog.getByRole('checkbox', { name: /Website relaunch/ }).click();
  await expectAccessible();
  await finish(dialog, 'Save');
  expect(server.inputs('PUT editClient/{id}')).toEqual([
    {
      id: 'm-client',
      version: 1,
      name: 'Priya Raman',
      email: 'right@acme.test',
      phone: null,
      company: null,
      project_ids: ['p-web'],
    },
  ]);
});

test('who has entered changes their email themselves; the rest of their details others do', async () => {
  servePeople(memberDetail('user'));
  server.on('PUT editMember/{id}', () => ({ ...member('user'), project_ids: [], version: 2 }));
  const screen = await show(people(member('user')), { as: 'admin' });
  await pickFrom(screen.getByRole('button', { name: 'Actions for Daniel Osei' }), 'Edit details');
  const dialog = screen.getByRole('dialog', { name: 'Edit User' });
  await expect.element(dialog.getByLabelText('Email')).toHaveAttribute('readonly');
  expect(dialog.getByRole('checkbox').elements()).toEqual([]);
  await dialog.getByLabelText('Telephone').fill('030 2');
  await finish(dialog, 'Save');
  const sent = { id: USER._id, version: 1, name: USER.name, email: 'user@acme.test', phone: '030 2', company: null };
  expect(server.inputs('PUT editMember/{id}')).toEqual([sent]);
});

test('who was declined is approved later from their menu, upon what was seen there', async () => {
  server.on('POST userApproveOrReject', () => member('user'));
  const declined = member('user', { approval_status: 0, approval_label: 'Rejected' });
  const screen = await show(people(declined), { as: 'admin' });
  const menu = screen.getByRole('button', { name: 'Actions for Daniel Osei' });
  await pickFrom(menu, 'Approve');
  await expect.element(screen.getByText('Daniel Osei approved')).toBeVisible();
  expect(server.inputs('POST userApproveOrReject')).toEqual([{ user_id: USER._id, status: 1, seen_status: 0 }]);
});

const request = (part: Partial<RoleRequestRecord> = {}): RoleRequestRecord => ({
  _id: 'r-1',
  member: LEADER,
  from: 'team_leader',
  from_label: 'Team Leader',
  role: 'user',
  role_label: 'User',
  reason: 'Less to look after.',
  granted: null,
  created_at: MADE_AT,
  can: { decide: true },
  ...part,
});
const waiting = (seat: 'user' | 'user2') => member(seat, { approval_status: 2, approval_label: 'Pending' });

test('who waits is approved or declined with a reason by keys, and the focus goes on to the next', async () => {
  server.on('POST userApproveOrReject', () => member('user'));
  const queue = (...seats: ('user' | 'user2')[]) => (
    <ApprovalQueue queue={{ people: seats.map(waiting), requests: [request({ can: { decide: false } })] }} />
  );
  const screen = await show(queue('user', 'user2'), { as: 'admin' });
  expect(screen.getByRole('button', { name: /^(Grant|Decline)/ }).elements()).toHaveLength(0);
  await expectAccessible();
  await pressOn(screen.getByRole('button', { name: 'Approve Daniel Osei' }), '{Enter}');
  await expect.element(screen.getByText('Daniel Osei: approved')).toBeVisible();
  await screen.showAgain(queue('user2'));
  await expect.element(screen.getByRole('listitem').first()).toHaveFocus();
  await screen.getByRole('button', { name: 'Reject Inês Rocha' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Reject Inês Rocha' });
  await dialog.getByRole('textbox').fill('Ask your lead first');
  await expectAccessible();
  await finish(dialog, 'Reject');
  expect(server.inputs('POST userApproveOrReject')).toEqual([
    { user_id: 'm-user', status: 1, seen_status: 2 },
    { user_id: 'm-user2', status: 0, seen_status: 2, reason: 'Ask your lead first' },
  ]);
});

test('a decision that somebody else made first is told, and an empty queue stays to say so', async () => {
  server.refuse('POST userApproveOrReject', 409, 'conflict', 'Somebody else decided already.');
  const screen = await show(<ApprovalQueue queue={{ people: [waiting('user')], requests: [] }} />, { as: 'admin' });
  await screen.getByRole('button', { name: 'Approve Daniel Osei' }).click();
  await expect.element(screen.getByRole('alert').getByText('Somebody else decided already.')).toBeVisible();
  await expect.poll(() => navigation.refreshes).toBeGreaterThan(0);
  await screen.showAgain(<ApprovalQueue queue={{ people: [], requests: [] }} />);
  await expect.element(screen.getByText('No pending requests')).toBeVisible();
  await expect.element(screen.getByRole('group', { name: 'Waiting for approval' })).toHaveFocus();
});

test('a request for a lower role is granted after saying who leads from then on', async () => {
  servePeople(LEADING);
  server.on('POST decideRoleRequest', () => request({ granted: true }));
  const screen = await show(<ApprovalQueue queue={{ people: [], requests: [request()] }} />, { as: 'admin' });
  await expect.element(screen.getByText('“Less to look after.”')).toBeVisible();
  await screen.getByRole('button', { name: 'Grant Maya Lindqvist' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Grant the request of Maya Lindqvist' });
  await expect.element(dialog.getByText('Website relaunch will have no leader.')).toBeVisible();
  await expectAccessible();
  await expect.poll(() => dialog.getByLabelText(/^Who leads/).element().textContent).toContain('Alice');
  await dialog.getByLabelText(/^Who leads/).selectOptions('m-admin');
  await finish(dialog, 'Grant');
  expect(server.inputs('POST decideRoleRequest')).toEqual([{ request_id: 'r-1', grant: true, lead_to: 'm-admin' }]);
});

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
  await result.getByRole('button', { name: 'Invite others' }).click();
  expect(server.inputs('POST sendInvites').at(-1)?.project_ids).toEqual(['p-web']);
  // Projects that were ticked before are none of an observer's.
  await dialog.getByLabelText('Email addresses').fill('e@p.test');
  await dialog.getByLabelText('Role').selectOptions('observer');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await result.getByRole('button', { name: 'Done' }).click();
  expect(server.inputs('POST sendInvites').at(-1)).toEqual({ emails: ['e@p.test'], role: 'observer', project_ids: [] });
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
  await dismiss(dialog);
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
  await finish(dialog, 'Invite', { exact: true });
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

test('a file that cannot be read is refused, and a long import can be left to go on', async () => {
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
  await expectAccessibleInAll();
  await finish(dialog, 'Continue in background');
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
  const [first, second, third] = [
    invitation('a@p.test', { has_account: true }),
    invitation('b@p.test'),
    invitation('c@p.test'),
  ];
  const screen = await show(shown(first, second, third), { as: 'admin' });
  await expectAccessible();
  await screen.getByRole('button', { name: 'Resend the invitation of b@p.test' }).click();
  await expect.element(screen.getByText('Sent to b@p.test again')).toBeVisible();
  for (const [left, email] of [
    [[second, third], first.email],
    [[second], third.email],
    [[], second.email],
  ] as const) {
    await pressOn(screen.getByRole('button', { name: `Revoke the invitation of ${email}` }), '{Enter}');
    const question = screen.getByRole('alertdialog', { name: 'Revoke this invitation' });
    const words = email === first.email ? /the account created for them is deactivated/ : /You can invite them again/;
    await expect.element(question.getByText(words)).toBeVisible();
    await expectAccessible();
    await pressOn(question.getByRole('button', { name: 'Revoke' }), '{Enter}');
    await expect.element(question).not.toBeInTheDocument();
    await screen.showAgain(shown(...left));
    const next = left.length
      ? screen.getByRole('listitem').first()
      : screen.getByRole('group', { name: 'Invitations' });
    await expect.element(next).toHaveFocus();
  }
  await screen.showAgain(shown(invitation('c@p.test', { state: 'accepted', can: { resend: false, revoke: false } })));
  await expect.element(screen.getByRole('listitem')).toBeVisible();
  expect(screen.getByRole('button', { name: /invitation of c@p.test/ }).elements()).toHaveLength(0);
});
