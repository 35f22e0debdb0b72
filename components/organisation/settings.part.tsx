import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { MADE_AT } from '@/components/test/gallery/member';
import { navigation } from '@/components/test/navigation';
import { server } from '@/components/test/server';
import { show } from '@/components/test/show';
import { Link } from '@/components/ui/link';
import type { OrganisationSettings } from '@/lib/organisation/schema';
import { DeleteDialog } from './delete-dialog';
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
  expect(server.inputs('PUT organisation').map(({ version }) => version)).toEqual([1, 2]);
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
