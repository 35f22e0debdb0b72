import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { LED, MADE_AT, member, memberDetail, servePeople } from '@/components/test/gallery/member';
import { LEADER, USER } from '@/components/test/gallery/people';
import { message } from '@/components/test/messages';
import { navigation } from '@/components/test/navigation';
import { list, server } from '@/components/test/server';
import { show } from '@/components/test/show';
import type { RoleRequestRecord } from '@/lib/member/schema.manage';
import { wholeTest } from '@/lib/test/whole';
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
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
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
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Deactivate' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Deactivate Maya Lindqvist' });
  await expect.element(dialog.getByText('2 open tasks and 1 project they lead.')).toBeVisible();
  const tasks = dialog.getByLabelText('Who takes over the open tasks');
  await expect.poll(() => tasks.element().textContent).toContain('Inês Rocha');
  expect(tasks.element().textContent).not.toMatch(/Maya|Priya|Hana/);
  await tasks.selectOptions(USER._id);
  await dialog.getByLabelText(/^Who leads/).selectOptions('m-admin');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs('POST deactivateMember')).toEqual([
    { user_id: LEADER._id, reassign_to: USER._id, lead_to: 'm-admin' },
  ]);
  await screen.showAgain(people(member('leader', { deactivated: true })));
  await expect.element(screen.getByText('Deactivated').first()).toBeVisible();
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Reactivate' }).click();
  await expect.element(screen.getByText('Maya Lindqvist reactivated')).toBeVisible();
});

wholeTest('the details end sessions and reset a second factor', async () => {
  const session = (_id: string) => ({
    _id,
    kind: 'browser',
    ip: '10.0.0.1',
    user_agent: null,
    created_at: MADE_AT,
    last_seen_at: MADE_AT,
  });
  const detail = memberDetail('user', {
    sessions: [session('s-1'), session('s-2')],
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
  await expectAccessible();
  await drawer.getByRole('button', { name: 'End session' }).first().click();
  await expect.element(drawer.getByRole('button', { name: 'Sign out everywhere' })).not.toBeInTheDocument();
  expect(server.inputs('POST endMemberSessions')).toEqual([{ user_id: USER._id, session_id: 's-1' }]);
  await drawer.getByRole('button', { name: 'Reset second factor' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Reset the second factor of Daniel Osei' });
  await expect.element(question).toBeVisible();
  await expectAccessible();
  await question.getByRole('button', { name: 'Reset second factor' }).element().focus();
  await userEvent.keyboard('{Enter}');
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
  await screen.getByRole('button', { name: 'Actions for Priya Raman' }).click();
  await screen.getByRole('menuitem', { name: 'Edit details' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Client' });
  await dialog.getByLabelText('Email').fill('right@acme.test');
  await expect.element(dialog.getByText(/a new one is sent to this email/)).toBeVisible();
  await dialog.getByRole('checkbox', { name: /Website relaunch/ }).click();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
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
  await screen.getByRole('button', { name: 'Approve Daniel Osei' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Daniel Osei: approved')).toBeVisible();
  await screen.showAgain(queue('user2'));
  await expect.element(screen.getByRole('listitem').first()).toHaveFocus();
  await screen.getByRole('button', { name: 'Reject Inês Rocha' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Reject Inês Rocha' });
  await dialog.getByRole('textbox').fill('Ask your lead first');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
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
  await dialog.getByRole('button', { name: 'Grant' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs('POST decideRoleRequest')).toEqual([{ request_id: 'r-1', grant: true, lead_to: 'm-admin' }]);
});
