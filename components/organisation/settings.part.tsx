import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AuditFilters } from '@/components/audit/audit-filters';
import { AuditLog } from '@/components/audit/audit-log';
import { ExportButtons } from '@/components/audit/export-buttons';
import { NewTintedButton, TintedActions, type TintedKind } from '@/components/category/tinted-actions';
import { ArchivePanel } from '@/components/organisation-archive/archive-panel';
import { ImportPanel } from '@/components/organisation-archive/import-panel';
import { RoleTable } from '@/components/permission/role-table';
import { ADMIN, jobRecord, LEADER, MADE_AT, PROJECT } from '@/components/test/gallery/records';
import { expectAccessible, finish, message, navigation, pressOn, show } from '@/components/test/part';
import { textsOf } from '@/components/test/screen';
import { list, Refusal, server } from '@/components/test/server';
import { DateField } from '@/components/ui/form/date-field';
import { Link } from '@/components/ui/link';
import { WorkflowForm } from '@/components/workflow/workflow-form';
import { WorkflowPlace } from '@/components/workflow/workflow-place';
import type { AuditRecord } from '@/lib/audit/schema';
import type { JobRecord } from '@/lib/job/schema';
import type { OrganisationSettings } from '@/lib/organisation/schema';
import type { OrganisationImport } from '@/lib/organisation-archive/schema';
import type { WorkflowRecord } from '@/lib/workflow/schema';
import { STANDARD } from '@/lib/workflow/vocabulary';
import { DeleteDialog } from './delete-dialog';
import { HolidaysField } from './holidays-field';
import { JoinRules } from './join-rules';
import { KeyDialog } from './key-dialog';
import { LogoField } from './logo-field';
import { ProfileForm } from './profile-form';
import { SecurityButton } from './security-button';

const settings = (part: Partial<OrganisationSettings> = {}): OrganisationSettings => ({
  _id: 'o-acme',
  name: 'Acme Studio',
  sub_domain: 'acme',
  tint: 'c1',
  logo: null,
  listed: true,
  working_days: [1, 2, 3, 4, 5],
  holidays: [],
  time_zone: 'UTC',
  mail_quotes: true,
  client_requests: true,
  join_rule: 'approval',
  join_domains: [],
  former_keys: [],
  created_at: MADE_AT,
  version: 1,
  ...part,
});

const form = (now = settings()) => (
  <>
    <Link href="/acme/settings?section=key">Key</Link>
    <ProfileForm settings={now} />
  </>
);

test('a change that was not saved asks before it is lost, and comes back after a way out that asks nothing', async () => {
  const screen = await show(form(), { as: 'admin', url: '/acme/settings' });
  const name = screen.getByLabelText('Name', { exact: true });
  await name.fill('Shop of Things');
  const question = screen.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect.element(screen.getByText('Unsaved changes')).toBeVisible();
  await screen.getByRole('link', { name: 'Key' }).click();
  await expect.element(question).toBeVisible();
  await expectAccessible();
  await question.getByRole('button', { name: 'Stay' }).click();
  expect(navigation.url).toBe('/acme/settings');
  await screen.showAgain(<p>Elsewhere</p>);
  await screen.showAgain(form());
  await expect.element(name).toHaveValue('Shop of Things');
  await screen.getByRole('link', { name: 'Key' }).click();
  await question.getByRole('button', { name: 'Discard and leave' }).click();
  await expect.poll(() => navigation.url).toBe('/acme/settings?section=key');
  await expect.element(name).toHaveValue('Acme Studio');
});

test('of two who change the settings at once the second is told and decides; what is typed meanwhile stays', async () => {
  const theirs = settings({ name: 'Theirs', version: 2 });
  server.refuse('PUT organisation', 409, 'conflict', 'Somebody was first.', { current: theirs });
  const screen = await show(form(), { as: 'admin' });
  const [name, save] = [screen.getByLabelText('Name', { exact: true }), screen.getByRole('button', { name: 'Save' })];
  await name.fill('Mine');
  await save.click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('changed the settings in the meantime');
  await expect.element(screen.getByText('Changed by somebody else too: Name.', { exact: false })).toBeVisible();
  await expect.element(name).toHaveValue('Mine');
  await expectAccessible();
  await screen.getByRole('button', { name: 'Take theirs' }).click();
  await expect.element(name).toHaveValue('Theirs');
  await expect.element(save).not.toBeInTheDocument();
  server.on('PUT organisation', ({ name }) => settings({ name, version: 3 }));
  const held = server.hold('PUT organisation');
  await name.fill('Third');
  await save.click();
  await held.reached;
  await name.fill('Third and last');
  held.release();
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  await expect.element(name).toHaveValue('Third and last');
  await expect.element(save).toBeVisible();
  expect(server.inputs('PUT organisation')).toEqual([
    { version: 1, name: 'Mine' },
    { version: 2, name: 'Third' },
  ]);
  await screen.showAgain(form(settings({ name: 'Third', listed: false, version: 4 })));
  await expect.element(screen.getByRole('checkbox', { name: 'Show in the public directory' })).not.toBeChecked();
  await expect.element(name).toHaveValue('Third and last');
});

test('a logo is sent at once, and one that is too large is not', async () => {
  server.onAny('POST organisationLogo', () => settings());
  const screen = await show(<LogoField name="Acme Studio" tint="c1" logo={null} />, { as: 'admin' });
  const choose = (bytes: number) =>
    screen.getByLabelText('Logo file').upload(new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' }));
  await choose(2_100_000);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('A logo has 2 MB at most.');
  await expectAccessible();
  await choose(100);
  await expect.element(screen.getByText('Logo saved')).toBeVisible();
  expect(server.inputs('POST organisationLogo')).toHaveLength(1);
});

test('a key is looked up while it is typed, and changes with the password alone', async () => {
  server.on('GET keyStanding', ({ key }) => ({
    key,
    free: key === 'present',
    reason: key === 'present' ? null : 'Taken.',
  }));
  server.refuse('POST changeOrganisationKey', 422, 'invalid', 'No.', { errors: { current_password: ['Wrong one.'] } });
  const screen = await show(<KeyDialog onClose={vi.fn()} />, { as: 'admin' });
  const dialog = screen.getByRole('alertdialog', { name: 'Change the key' });
  const change = dialog.getByRole('button', { name: 'Change the key' });
  await expect.element(change).toBeDisabled();
  await dialog.getByLabelText('New key').fill('login');
  await expect.element(dialog.getByText('Taken.')).toBeVisible();
  await expect.element(change).toBeDisabled();
  await dialog.getByLabelText('New key').fill('present');
  await expect.element(dialog.getByText('“present” is available.')).toBeVisible();
  await expectAccessible();
  await dialog.getByLabelText('Your current password').fill('wrong');
  await change.click();
  await expect.element(dialog.getByText('Wrong one.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Your current password')).toHaveFocus();
  expect(server.inputs('POST changeOrganisationKey')).toEqual([{ sub_domain: 'present', current_password: 'wrong' }]);
});

test('an organisation is deleted only by its name and the password', async () => {
  server.refuse('POST deleteOrganisation', 422, 'invalid', 'No.', { errors: { current_password: ['Wrong one.'] } });
  const screen = await show(<DeleteDialog onClose={vi.fn()} />, { as: 'admin' });
  const dialog = screen.getByRole('alertdialog', { name: 'Delete Acme Studio' });
  const remove = dialog.getByRole('button', { name: 'Delete', exact: true });
  await dialog.getByLabelText(/^Type the name/).fill('Acme');
  await expect.element(remove).toBeDisabled();
  await dialog.getByLabelText(/^Type the name/).fill('Acme Studio');
  await dialog.getByLabelText('Your current password').fill('wrong');
  await remove.click();
  await expect.element(dialog.getByText('Wrong one.')).toBeVisible();
  await expectAccessible();
});

test('who may join is chosen at once; a domain is proved by a code and can be taken away', async () => {
  server.on('PUT joinRule', ({ join_rule }) => settings({ join_rule, version: 2 }));
  server.refuse('POST joinDomain', 422, 'invalid', 'No.', { errors: { email: ['Anybody can have one there.'] } });
  server.on('POST confirmJoinDomain', () => settings({ join_domains: ['works.test'] }));
  server.onAny('DELETE joinDomain', () => settings());
  const screen = await show(<JoinRules settings={settings()} />, { as: 'admin' });
  await expect.element(screen.getByRole('radio', { name: /Verified domains without approval/ })).toBeDisabled();
  await screen.getByRole('button', { name: 'Add a domain' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Add a domain' });
  await dialog.getByLabelText('Email at the domain').fill('somebody@gmail.com');
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await expect.element(dialog.getByText('Anybody can have one there.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Email at the domain')).toHaveFocus();
  await expectAccessible();
  server.on('POST joinDomain', ({ email }) => ({ email, domain: 'works.test' }) as never);
  await dialog.getByLabelText('Email at the domain').fill('office@works.test');
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await dialog.getByLabelText('Code').fill('123456');
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs('POST confirmJoinDomain')).toEqual([{ email: 'office@works.test', otp: '123456' }]);
  await screen.showAgain(<JoinRules settings={settings({ join_domains: ['works.test'] })} />);
  await screen.getByRole('radio', { name: /Verified domains without approval/ }).click();
  expect(server.inputs('PUT joinRule')).toEqual([{ version: 1, join_rule: 'domains' }]);
  await expectAccessible();
  server.refuse('PUT joinRule', 409, 'conflict', 'Somebody was first.');
  await screen.getByRole('radio', { name: /^By invitation only/ }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Choose again.');
  await screen.getByRole('button', { name: 'Remove works.test' }).click();
  await expect.element(screen.getByText(/^works.test removed/)).toBeVisible();
});

test('a second factor is required, or no longer, with the password', async () => {
  server.onAny('PUT securityRules', () => null);
  const screen = await show(<SecurityButton required={false} />, { as: 'admin' });
  for (const [button, title, action, said] of [
    ['Require a second factor', 'Require a second factor', 'Require it', 'A second factor is required now'],
    ['No longer require it', 'No longer require a second factor', 'No longer require it', /no longer required/],
  ] as const) {
    await screen.getByRole('button', { name: button }).click();
    const dialog = screen.getByRole('alertdialog', { name: title });
    await dialog.getByLabelText('Your current password').fill('mine');
    await expectAccessible();
    await dialog.getByRole('button', { name: action }).click();
    await expect.element(screen.getByText(said).last()).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await screen.showAgain(<SecurityButton required />);
    await expect.element(screen.getByRole('button', { name: 'No longer require it' })).toHaveFocus();
  }
  const sent = server.inputs('PUT securityRules').map((input) => input.requires_second_factor);
  expect(sent).toEqual([true, false]);
});

const NONE = { q: '', member_id: '', group: '', from: '', to: '' };
const PATH = '/acme/settings';
const filters = (values = NONE, problem: string | null = null) => (
  <AuditFilters path={PATH} values={values} people={[LEADER]} problem={problem} />
);

test('filters go into the URL, show what they are, and can be cleared', async () => {
  const screen = await show(filters(), { as: 'admin', url: `${PATH}?section=audit` });
  expect(screen.getByRole('link', { name: 'Clear' }).elements()).toHaveLength(0);
  await screen.getByLabelText('Search').fill('Lena');
  await screen.getByLabelText('Person').selectOptions(LEADER._id);
  await screen.getByLabelText('Action').selectOptions('people');
  await screen.getByRole('button', { name: 'Filter' }).click();
  const asked = new URLSearchParams(navigation.url.split('?')[1]);
  expect(Object.fromEntries(asked)).toMatchObject({
    section: 'audit',
    q: 'Lena',
    member_id: 'm-leader',
    group: 'people',
  });
  await screen.showAgain(
    filters({ ...NONE, from: '2020-01-02', to: '2020-01-01' }, 'The end is before the beginning.'),
  );
  await expect.element(screen.getByText('The end is before the beginning.')).toBeVisible();
  await expect.element(screen.getByLabelText('Search')).toHaveValue('');
  await expectAccessible();
  await screen.getByRole('link', { name: 'Clear' }).click();
  expect(navigation.url).toBe(`${PATH}?section=audit`);
});

const line: AuditRecord = {
  _id: 'a-1',
  created_at: MADE_AT,
  action: 'member.role_changed',
  action_label: 'Role changed',
  says: 'Alice Baker changed the role of Lena from Observer to User',
  actor: ADMIN,
  target: { _id: 'm-lena', name: 'Lena' },
  before: { role: 'observer' },
  after: { role: 'user' },
  ip: '10.0.0.1',
  user_agent: null,
  imported_at: null,
  device: 'Chrome on Linux',
};

test('a line opens to what changed, and an empty log says why it is empty', async () => {
  const shown = (lines: AuditRecord[], filtered = false) => <AuditLog lines={lines} filtered={filtered} clear={PATH} />;
  const screen = await show(shown([line, { ...line, _id: 'a-2', actor: null, ip: null }]), { as: 'admin' });
  const first = screen.getByRole('list', { name: 'Entries of the audit log' }).getByRole('listitem').first();
  await first.getByText(/changed the role of Lena/).click();
  await expect.element(first.getByRole('row', { name: 'Role Observer User' })).toBeVisible();
  await expect.element(first.getByText('(member.role_changed)')).toBeVisible();
  await expectAccessible();
  await screen.showAgain(shown([], true));
  await expect.element(screen.getByRole('heading', { name: 'No matching entries' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Clear the filters' })).toHaveAttribute('href', PATH);
  await screen.showAgain(shown([]));
  await expect.element(screen.getByRole('heading', { name: 'Nothing has happened yet' })).toBeVisible();
});

test('the audit log is exported as it is filtered, in the format that is chosen; a refusal says why', async () => {
  server.on('GET jobList', () => list<JobRecord>([]));
  server.refuse('POST prepareAuditExport', 403, 'forbidden', 'Only admins may.');
  const screen = await show(<ExportButtons filters={{ q: 'Lena', member_id: LEADER._id }} />, { as: 'admin' });
  for (const format of ['JSON', 'CSV']) {
    await screen.getByRole('button', { name: `Export ${format}` }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Only admins may.');
  }
  const sent = ['json', 'csv'].map((format) => ({ q: 'Lena', member_id: LEADER._id, format }));
  await expect.poll(() => server.inputs('POST prepareAuditExport')).toEqual(sent);
});

const done = jobRecord({ state: 'done', can: { cancel: false }, available_until: '2026-11-25T08:00:00.000Z' });

test('an archive is asked for by keyboard with the password, is followed, and its link is the browser’s to fetch', async () => {
  server.on('GET jobList', () => list<JobRecord>([]));
  server.on('GET job/{id}', () => done);
  const screen = await show(<ArchivePanel />, { as: 'admin' });
  server.refuseNext('POST exportOrganisation', 422, 'invalid', 'This is not your current password.');
  server.on('POST exportOrganisation', () => jobRecord());
  const password = screen.getByLabelText('Current password');
  await password.fill('correct horse');
  await expectAccessible();
  const held = server.hold('GET job/{id}');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Preparing… 400 records')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Prepare archive' })).toBeDisabled();
  await expectAccessible();
  held.release();
  const link = screen.getByRole('link', { name: 'acme-2026-11-24.zip' });
  await expect.element(link).toHaveAttribute('href', '/api/jobFile/j-1');
  expect(server.inputs('POST exportOrganisation')).toEqual([{ current_password: 'correct horse' }]);
});

test('an archive is imported where there are no projects, is followed, and what it lacks is said; a refusal too', async () => {
  const running = jobRecord({ kind: 'organisation.import', can: { cancel: false } });
  const made: OrganisationImport = {
    ...{ file_name: 'a.zip', counts: { task: 7, comment: 2 }, lacks: ['Passwords are not in it.'], problem: null },
    ...{ job: running, created_at: '2026-11-24T08:00:00.000Z', finished_at: null },
  };
  server.on('GET organisationImport', () => ({ latest: made, possible: false }));
  server.on('GET job/{id}', () => running);
  const screen = await show(<ImportPanel latest={null} possible />, { as: 'admin' });
  await screen.getByRole('button', { name: 'Import archive' }).click();
  await expect.element(screen.getByText('Choose an archive first.')).toBeVisible();
  server.onAny('POST importOrganisation', () => running);
  server.refuseNext('POST importOrganisation', 422, 'invalid', 'This is no ZIP archive.');
  await screen.getByLabelText('Archive').upload(new File(['x'], 'a.zip', { type: 'application/zip' }));
  const button = screen.getByRole('button', { name: 'Import archive' });
  await button.click();
  await expect.element(screen.getByText('This is no ZIP archive.')).toBeVisible();
  await expectAccessible();
  await button.click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('400 of 1000 records');
  await expectAccessible();
  server.on('GET organisationImport', () => ({
    latest: { ...made, job: { ...running, state: 'done' }, finished_at: '2026-11-24T09:00:00.000Z' },
    possible: false,
  }));
  server.on('GET job/{id}', () => ({ ...running, state: 'done' }));
  await expect.element(screen.getByText('Passwords are not in it.')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'The last import' })).toHaveTextContent('9 records');
  await expectAccessible();
});

test('the table of roles says what each may do; a phone shows one role at a time', async () => {
  const screen = await show(<RoleTable own="team_leader" />);
  const row = screen.getByRole('table', { name: 'What each role may do' }).getByRole('row', { name: /^Invite people/ });
  const cells = () => textsOf(row.getByRole('cell'));
  await expect.poll(cells).toEqual(['Yes', 'Yes', 'In projects they lead', 'No', 'No', 'No']);
  await expectAccessible();
  await page.viewport(390, 844);
  await expect.poll(cells).toEqual(['In projects they lead']);
  await screen.getByLabelText('Role', { exact: true }).selectOptions('client');
  await expect.poll(cells).toEqual(['No']);
  await expectAccessible();
});

const workflow = (part: Partial<WorkflowRecord> = {}): WorkflowRecord => ({
  ...{ columns: [...STANDARD.columns], moves: null, over_limit: 'warn' as const },
  ...{ project_id: PROJECT._id, own: false, version: 0, may_edit: true },
  ...part,
});
const workflowForm = (record: WorkflowRecord) => (
  <WorkflowForm workflow={record} backTo="the organisation’s workflow" />
);
const name = page.getByLabelText('Name of Pending');
const named = STANDARD.columns.map((one) => (one.status === 1 ? { ...one, name: 'To do', limit: 3 } : one));

test('names, limits and moves are changed by keyboard, saved, reset, and the reset undone', async () => {
  const own = workflow({ columns: named, own: true, version: 1 });
  server.on('PUT workflow', () => own);
  server.on('DELETE workflow', () => workflow());
  await show(workflowForm(workflow()));
  expect(page.getByRole('button', { name: 'Save' }).elements()).toEqual([]);
  await name.fill('To do');
  await page.getByLabelText('Limit of Pending').fill('3');
  await page.getByLabelText('Colour of Backlogs').selectOptions('Blue');
  await page.getByLabelText('Colour of Backlogs').selectOptions('Usual colour');
  await page.getByLabelText('Limit of Backlogs').fill('9');
  await page.getByLabelText('Limit of Backlogs').fill('');
  await page.getByRole('radio', { name: /^Refuse/ }).click();
  await pressOn(page.getByRole('checkbox', { name: 'Only some moves are allowed' }), ' ');
  await pressOn(page.getByRole('checkbox', { name: 'From To do to Testing' }), ' ');
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  await expect.element(page.getByLabelText('Limit of Completed')).not.toBeInTheDocument();
  await expectAccessible();
  await pressOn(name, '{Enter}');
  await expect.element(message('Saved')).toBeVisible();
  const [sent] = server.inputs('PUT workflow');
  expect(sent).toMatchObject({ project_id: PROJECT._id, version: 0, columns: named, over_limit: 'refuse' });
  expect([sent?.moves?.[1]?.includes(3), sent?.moves?.[1]?.includes(2), sent?.moves?.[2]?.includes(3)]).toEqual([
    ...[false, true, true],
  ]);
  await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Go by the organisation’s workflow again' }).click();
  await expect.element(name).toHaveValue('Pending');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(name).toHaveValue('To do');
  expect(server.inputs('PUT workflow')[1]).toMatchObject({ version: 0, columns: named });
  expect(navigation.refreshes).toBe(3);
});

test('what is refused says where; what somebody else saved meanwhile is said, and the own changes stay', async () => {
  const { showAgain } = await show(workflowForm(workflow({ version: 1 })));
  server.refuse('PUT workflow', 422, 'invalid', 'Check it.', {
    errors: { 'columns.0.name': ['Give it a name.'], columns: ['Two columns have the same name.'] },
  });
  await name.fill('Testing');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(name).toHaveAccessibleDescription(/Give it a name\./);
  await expect.element(page.getByText('Two columns have the same name.')).toBeVisible();
  await expectAccessible();
  const theirs = workflow({ version: 2, over_limit: 'refuse' });
  server.refuse('PUT workflow', 409, 'conflict', 'Changed.', { current: theirs });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText(/Somebody else changed the workflow in the meantime/)).toBeVisible();
  await expect.element(name).toHaveValue('Testing');
  server.on('PUT workflow', () => workflow({ version: 3 }));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => server.inputs('PUT workflow').at(-1)?.version).toBe(2);
  await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();

  // Drawn anew: with what others saved, unless it is being changed here.
  await showAgain(workflowForm(workflow({ version: 4, columns: named })));
  await expect.element(name).toHaveValue('To do');
  await name.fill('Next');
  await showAgain(workflowForm(workflow({ version: 5 })));
  await expect.element(name).toHaveValue('Next');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(name).toHaveValue('Pending');
});

test('whose workflow or rules are shown is chosen in the address', async () => {
  const place = (chosen: string) => <WorkflowPlace section="rules" chosen={chosen} projects={[PROJECT]} />;
  const { showAgain } = await show(place(''));
  const select = page.getByLabelText('Rules of');
  await select.selectOptions(`${PROJECT.key} ${PROJECT.name}`);
  expect(navigation.url).toBe(`/acme/settings?section=rules&project=${PROJECT.key}`);
  await showAgain(place(PROJECT.key));
  await select.selectOptions('The organisation');
  expect(navigation.url).toBe('/acme/settings?section=rules');
});

/** Categories and labels in the settings. */

const PAPER = { _id: 'k-1', name: 'Paper', colour: 'c1', version: 1, tasks: 1 };
const KINDS = [
  {
    kind: 'category',
    create: 'POST createCategory',
    edit: 'PUT editCategory/{id}',
    remove: 'DELETE deleteCategory/{id}',
    restore: 'POST restoreCategory/{id}',
    loss: '1 task will have no category.',
  },
  {
    kind: 'label',
    create: 'POST label',
    edit: 'PATCH label/{id}',
    remove: 'DELETE label/{id}',
    restore: 'POST restoreLabel/{id}',
    loss: '1 task will lose it.',
  },
] as const;

const actions = (kind: TintedKind) => (
  <>
    <NewTintedButton kind={kind} />
    <TintedActions kind={kind} one={PAPER} />
  </>
);

test.each(KINDS)('a $kind is made once its name is free', async ({ kind, create }) => {
  server.refuse(create, 409, 'conflict', 'This name is taken.', { errors: { name: ['This name is taken.'] } });
  const screen = await show(actions(kind), { as: 'admin' });
  await screen.getByRole('button', { name: `New ${kind}` }).click();
  const dialog = screen.getByRole('dialog', { name: `New ${kind}` });
  await dialog.getByLabelText('Name').fill('Design');
  await dialog.getByText('Purple').click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(dialog.getByText('This name is taken.').first()).toBeVisible();
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  await expectAccessible();
  server.onAny(create, (body) => ({ ...PAPER, ...body }));
  await dialog.getByLabelText('Name').fill('Card');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByText('Card created')).toBeVisible();
  expect(server.inputs(create)[1]).toEqual({ name: 'Card', colour: expect.stringMatching(/^c[2-8]$/) });
});

test.each(KINDS)('who may make no $kind has no button', async ({ kind }) => {
  const screen = await show(actions(kind), { as: 'user' });
  expect(screen.getByRole('button', { name: /New|Edit|Delete/ }).elements()).toHaveLength(0);
});

test.each(KINDS)('a $kind that somebody else renamed meanwhile is decided about', async ({ kind, edit }) => {
  const current = { ...PAPER, name: 'Theirs', version: 2 };
  server.onAny(edit, ({ id: _, version, ...fields }) => {
    if (version !== 2) throw new Refusal(409, 'conflict', 'Somebody was first.', { current });
    return { ...current, ...fields, version: 3 };
  });
  const screen = await show(actions(kind), { as: 'admin' });
  await screen.getByRole('button', { name: 'Edit Paper' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Paper' });
  await dialog.getByLabelText('Name').fill('Mine');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const both = dialog.getByRole('alert').filter({ hasText: `Somebody changed the ${kind}` });
  await expect.element(both).toHaveTextContent(/Theirs · .*Mine · /);
  await expectAccessible(dialog);
  await both.getByRole('button', { name: 'Use mine' }).click();
  await expect.element(screen.getByText('Mine saved')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs(edit).at(-1)).toMatchObject({ id: 'k-1', name: 'Mine', version: 2 });
  await expect.element(screen.getByRole('button', { name: 'Edit Paper' })).toHaveFocus();
});

test.each(KINDS)(
  'deleting a $kind says what is lost, and Undo brings it back',
  async ({ kind, remove, restore, loss }) => {
    server.onAny(remove, () => PAPER);
    server.onAny(restore, () => PAPER);
    const screen = await show(actions(kind), { as: 'admin' });
    await screen.getByRole('button', { name: 'Delete Paper' }).click();
    const question = screen.getByRole('alertdialog', { name: 'Delete Paper' });
    await expect.element(question).toHaveTextContent(loss);
    await expectAccessible();
    await finish(question, 'Delete');
    const { refreshes } = navigation;
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByText('Paper restored')).toBeVisible();
    expect(server.inputs(restore)).toEqual([{ id: 'k-1' }]);
    await expect.poll(() => navigation.refreshes).toBeGreaterThan(refreshes);
  },
);

function Holidays({ first }: { first: string[] }) {
  const [dates, setDates] = useState(first);
  return <HolidaysField dates={dates} onChange={setDates} />;
}

function ChosenDay() {
  const [day, setDay] = useState('');
  return (
    <>
      <button type="button" onClick={() => setDay('2026-12-20')}>
        Choose
      </button>
      <DateField label="Day" value={day} onChange={setDay} />
    </>
  );
}

test('a day that is chosen takes the place of what was written there and is no date', async () => {
  const screen = await show(<ChosenDay />);
  const one = screen.getByRole('textbox', { name: 'Day' });
  await one.fill('25/25/2026');
  await screen.getByRole('button', { name: 'Choose' }).click();
  await expect.element(one).toHaveValue(expect.stringMatching(/^20\//));
  await expect.element(one).not.toHaveAttribute('aria-invalid');
  await expect.element(one).toBeValid();
});

test('holidays are added one by one or as a list, in their order and once each, and removed', async () => {
  const screen = await show(<Holidays first={['2026-12-25']} />);
  const days = () => textsOf(screen.getByRole('list', { name: 'Holidays' }).getByRole('listitem'));
  const one = screen.getByRole('textbox', { name: 'Day off' });
  const add = screen.getByRole('button', { name: 'Add', exact: true });
  await one.fill('01/05/2026');
  await add.click();
  await expect.poll(days).toEqual([expect.stringContaining('1 May 2026'), expect.stringContaining('25 December 2026')]);
  await expect.element(screen.getByText('1 day added')).toBeInTheDocument();
  await expect.element(one).toHaveValue('');
  await one.fill('25/25/2026');
  await userEvent.keyboard('{Tab}');
  await expect.element(one).toHaveAccessibleDescription(/^Write the date as/);
  // Not while it is being corrected.
  await one.fill('25/1');
  await expect.element(one).not.toHaveAccessibleDescription(/^Write the date as/);
  await one.fill('25/12/2026');
  await add.click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('is already in the list.');
  await one.fill('');
  await add.click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Choose a day that exists.');
  expect(days()).toHaveLength(2);
  await screen.getByRole('button', { name: 'Paste a list' }).click();
  const list = screen.getByRole('textbox', { name: 'Dates, one a line' });
  await list.fill('2026-12-25\n2026-12-26 Boxing Day\nno date');
  await screen.getByRole('button', { name: 'Add these' }).click();
  await expect.poll(days).toHaveLength(3);
  // What could not be read stays, to be corrected.
  await expect.element(list).toHaveValue('2026-12-25\n2026-12-26 Boxing Day\nno date');
  await list.fill('03/04/2027');
  await screen.getByRole('button', { name: 'Add these' }).click();
  await expect.element(screen.getByText(/^Which day is/)).toBeVisible();
  await screen.getByRole('button', { name: /3 April 2027/ }).click();
  await expect.element(list).not.toBeInTheDocument();
  expect(days()?.at(-1)).toContain('3 April 2027');
  await screen.getByRole('button', { name: /^Remove .*1 May 2026/ }).click();
  await expect.poll(days).toHaveLength(3);
  expect(days()[0]).toContain('25 December 2026');
});
