import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { jobRecord, LEADER, MADE_AT, pictureFile } from '@/components/test/gallery/records';
import {
  expectAccessible,
  expectAccessibleInAll,
  finish,
  list,
  navigation,
  pressOn,
  server,
  show,
} from '@/components/test/part';
import type { ProfileRecord } from '@/lib/account/schema';
import type { OwnSecurity, OwnSession } from '@/lib/account/schema.security';
import type { JobRecord } from '@/lib/job/schema';
import { NameForm } from './name-form';
import { OwnDataButton } from './own-data';
import { PictureField } from './picture-field';
import { RegionalForm } from './regional-form';
import { RoleRequest } from './role-request';
import { EmailButton, SecondFactorButtons } from './security-buttons';
import { SessionList } from './session-list';

const profile = (part: Partial<ProfileRecord> = {}): ProfileRecord => ({
  ...LEADER,
  email: 'leader@acme.test',
  role_label: 'Team Leader',
  locale: 'en-GB',
  time_zone: 'Europe/Berlin',
  working_days: [1, 2, 3, 4, 5],
  theme: 'system',
  single_keys: true,
  created_at: MADE_AT,
  ...part,
});

test('an empty name is refused in its field, one that was typed offline is sent when the connection is back', async () => {
  server.refuse('PUT profile', 422, 'invalid', 'Check this.', { errors: { name: ['Your name must not be empty.'] } });
  const screen = await show(<NameForm name="Maya Lindqvist" shown="Maya Lindqvist" organisation="Acme Studio" />);
  const [name, save] = [screen.getByLabelText('Name'), screen.getByRole('button', { name: 'Save name' })];
  await name.fill('   ');
  await save.click();
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(screen.getByText('Your name must not be empty.')).toBeVisible();
  await expectAccessible();
  server.setOnline(false);
  await name.fill('Maya L');
  await save.click();
  await expect.element(screen.getByRole('alert')).toHaveFocus();
  server.on('PUT profile', ({ name = '' }) => profile({ name }));
  server.setOnline(true);
  await expect.element(screen.getByText('Name saved')).toBeVisible();
  expect(server.inputs('PUT profile').at(-1)).toEqual({ name: 'Maya L' });
  expect(navigation.refreshes).toBeGreaterThan(0);
});

test('a picture is cropped by keys and sent with its part; what is none, or too large, is refused', async () => {
  server.onAny('POST profilePicture', () => profile({ pic: '/api/picture/m/1.webp' }));
  server.onAny('DELETE profilePicture', () => profile());
  const field = (picture: string | null) => <PictureField person={{ id: LEADER._id, name: LEADER.name, picture }} />;
  const screen = await show(field(null));
  const input = screen.container.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, new File(['me'], 'me.txt', { type: 'text/plain' }));
  await expect.element(screen.getByText(/^me.txt is not a JPEG, PNG or WebP picture/)).toBeVisible();
  await userEvent.upload(input, new File([new Uint8Array(5_100_000)], 'big.png', { type: 'image/png' }));
  await expect.element(screen.getByText(/^big.png has 5.1 MB, but the limit is 5 MB/)).toBeVisible();
  await expectAccessibleInAll();
  await userEvent.upload(input, await pictureFile());
  const dialog = screen.getByRole('dialog', { name: 'Crop your picture' });
  await expect.element(dialog.getByRole('button', { name: 'Save picture' })).toBeEnabled();
  await expectAccessibleInAll();
  const place = () => getComputedStyle(dialog.element().querySelector('img') as Element).transform;
  const whole = place();
  await pressOn(dialog.getByRole('slider', { name: 'Zoom' }), '{ArrowRight}{ArrowRight}');
  await expect.poll(place).not.toBe(whole);
  const zoomed = place();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{ArrowLeft}');
  await expect.poll(place).not.toBe(zoomed);
  await finish(dialog, 'Save picture');
  const [sent] = server.inputs('POST profilePicture');
  expect(Number(sent?.size)).toBeLessThan(400);
  expect(Number(sent?.size)).toBeGreaterThan(300);
  await screen.showAgain(field('/api/picture/m/1.webp'));
  await screen.getByRole('button', { name: 'Remove picture' }).click();
  await expect.element(screen.getByText('Picture removed')).toBeVisible();
});

test('formats, zone and working days show what they do before they are saved', async () => {
  server.on('PUT profile', () => profile());
  const screen = await show(
    <RegionalForm
      now={Date.parse('2026-11-24T12:00:00Z')}
      locale="en-GB"
      time_zone="Pacific/Auckland"
      working_days={[1, 2, 3, 4, 5]}
    />,
  );
  await expect.element(screen.getByText('1,234,567.8')).toBeVisible();
  await screen.getByLabelText('Language and formats').selectOptions('de-DE');
  await expect.element(screen.getByText('1.234.567,8')).toBeVisible();
  await expect.element(screen.getByText('This device is in Europe/Berlin.')).toBeVisible();
  await screen.getByRole('button', { name: 'Use Europe/Berlin' }).click();
  await expect.element(screen.getByText(/13:00/)).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Friday' }).click();
  await expectAccessibleInAll();
  await screen.getByRole('button', { name: 'Save regional settings' }).click();
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  const sent = { locale: 'de-DE', time_zone: 'Europe/Berlin', working_days: [1, 2, 3, 4] };
  expect(server.inputs('PUT profile')).toEqual([sent]);
  server.refuse('PUT profile', 422, 'invalid', 'Check.', { errors: { 'working_days.0': ['Choose a day.'] } });
  await screen.getByRole('button', { name: 'Save regional settings' }).click();
  await expect.element(screen.getByText('Choose a day.')).toBeVisible();
});

test('one’s own data is prepared, downloaded, and told where it failed', async () => {
  const job = jobRecord({
    ...{ kind: 'account.export', name: 'guildhall-my-data.json', state: 'done' },
    ...{ available_until: MADE_AT, can: { cancel: false } },
  });
  let state: Partial<JobRecord> = {};
  server.on('GET jobList', () => list([]));
  server.on('POST prepareOwnData', () => ({ ...job, state: 'waiting', available_until: null, can: { cancel: true } }));
  server.on('GET job/{id}', () => ({ ...job, ...state }));
  server.onAny('GET jobFile/{id}', () => new Response('{}', { headers: { 'content-type': 'application/json' } }));
  const screen = await show(<OwnDataButton />);
  const button = screen.getByRole('button', { name: /Download my data/ });
  await button.click();
  await expect.element(screen.getByText('Your data was downloaded')).toBeVisible();
  await expect.element(screen.getByRole('list', { name: 'Prepared files' })).toBeVisible();
  await expectAccessible();
  state = { state: 'failed', problem: 'The disk is full.', available_until: null };
  await button.click();
  await expect.element(screen.getByRole('alert').getByText('The disk is full.')).toBeVisible();
});

test('an admin asks for no other role', async () => {
  const screen = await show(<RoleRequest />, { as: 'admin' });
  expect(screen.getByRole('button', { name: 'Ask for another role' }).elements()).toHaveLength(0);
});

const security = (
  second: Partial<OwnSecurity['second_factor']> = {},
  part: Partial<OwnSecurity> = {},
): OwnSecurity => ({
  email: 'leader@acme.test',
  pending_email: null,
  password_changed_at: MADE_AT,
  password_due: false,
  second_factor: { enabled_at: null, recovery_codes_left: 0, required_by: [], ...second },
  ...part,
});
const CODES = Array.from({ length: 10 }, (_, nr) => `code-${nr}`);

test('an authenticator is set up in three steps, and its codes are not lost by Escape', async () => {
  server.refuse('POST totp', 422, 'invalid', 'No.', { errors: { current_password: ['Not your password.'] } });
  server.refuse('POST confirmTotp', 422, 'invalid', 'No.', { errors: { code: ['This code is wrong.'] } });
  const screen = await show(<SecondFactorButtons security={security()} />);
  await screen.getByRole('button', { name: 'Set up' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Set up a second factor' });
  await dialog.getByLabelText('Current password').fill('wrong');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialog.getByText('Not your password.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Current password')).toHaveFocus();
  await expectAccessible();
  server.on('POST totp', () => ({
    secret: 'ABCDEFGH',
    address: 'otpauth://totp/x',
    qr: { size: 4, path: 'M0 0h1v1H0z' },
  }));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialog.getByText('ABCD EFGH')).toBeVisible();
  await expect.element(dialog.getByLabelText('Code')).toHaveFocus();
  await expectAccessible();
  await dialog.getByLabelText('Code').fill('000000');
  await expect.element(dialog.getByText('This code is wrong.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Code')).toHaveFocus();
  server.on('POST confirmTotp', () => ({ recovery_codes: CODES }));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('list', { name: 'Recovery codes' })).toHaveTextContent(CODES.join(''));
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Download codes' }).click();
  await expect.element(dialog.getByText(/^Downloaded/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await finish(dialog, 'I have saved them');
  await expect.element(screen.getByRole('button', { name: 'Set up' })).toHaveFocus();
});

test('an email changes by a code that was sent to it, or another is named', async () => {
  server.on('POST changeAddress', ({ email }) => ({ pending_email: email }));
  server.onAny('POST cancelAddress', () => null);
  server.on('POST confirmAddress', () => ({ email: 'new@acme.test' }));
  const screen = await show(<EmailButton security={security()} />);
  await screen.getByRole('button', { name: 'Change email' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Change your email' });
  for (const email of ['wrong@acme.test', 'new@acme.test']) {
    await dialog.getByLabelText('New email').fill(email);
    await dialog.getByLabelText('Current password').fill('mine');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Send a code' }).click();
    await expect.element(dialog.getByLabelText('Code')).toHaveFocus();
    await expect.element(dialog.getByText(`We sent a code to ${email}.`, { exact: false })).toBeVisible();
    if (email.startsWith('wrong')) await dialog.getByRole('button', { name: 'Use another email' }).click();
  }
  await expectAccessible();
  await dialog.getByLabelText('Code').fill('123456');
  await expect.element(screen.getByText('You log in with new@acme.test now')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a change of email that was begun goes on with its code', async () => {
  server.refuse('POST confirmAddress', 422, 'invalid', 'No.', { errors: { otp: ['This code is wrong.'] } });
  const screen = await show(<EmailButton security={security({}, { pending_email: 'new@acme.test' })} />);
  await screen.getByRole('button', { name: 'Enter the code' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Change your email' });
  await expect.element(dialog.getByText('We sent a code to new@acme.test.', { exact: false })).toBeVisible();
  await dialog.getByLabelText('Code').fill('000000');
  await expect.element(dialog.getByText('This code is wrong.')).toBeVisible();
  expect(server.inputs('POST confirmAddress')).toEqual([{ otp: '000000' }]);
});

test('sessions are ended one by one or all, but not the one that asks', async () => {
  server.onAny('DELETE session/{id}', () => null);
  server.on('POST endOtherSessions', () => ({ ended: 2 }));
  const session = (_id: string, part: Partial<OwnSession> = {}): OwnSession => ({
    _id,
    current: false,
    kind: 'browser',
    device: 'Safari on iPhone',
    ip: '10.0.0.1',
    organisation_name: 'Acme Studio',
    sub_domain: 'acme',
    created_at: MADE_AT,
    last_seen_at: MADE_AT,
    ...part,
  });
  const current = session('s-1', { current: true, device: 'Chrome on Linux' });
  const screen = await show(<SessionList sessions={[current, session('s-2'), session('s-3', { kind: 'bearer' })]} />);
  await expect.element(screen.getByText('This device')).toBeVisible();
  expect(screen.getByRole('button', { name: /Chrome on Linux/ }).elements()).toHaveLength(0);
  await expectAccessible();
  await screen.getByRole('button', { name: 'Sign out Safari on iPhone at Acme Studio' }).first().click();
  await expect.element(screen.getByText('Safari on iPhone is signed out')).toBeVisible();
  expect(server.inputs('DELETE session/{id}')).toEqual([{ id: 's-2' }]);
  await screen.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect.element(screen.getByText('2 sessions are signed out')).toBeVisible();
  const many = Array.from({ length: 20 }, (_, at) => session(`s-${at + 2}`));
  const more = screen.getByText('The 20 that were used last are listed; there are more.');
  expect(more.query()).toBeNull();
  await screen.showAgain(<SessionList sessions={[current, ...many]} />);
  await expect.element(more).toBeVisible();
  await expect.element(screen.getByRole('listitem')).toHaveLength(20);
  await screen.showAgain(<SessionList sessions={[current]} />);
  await expect.element(screen.getByText('You are not signed in anywhere else.')).toBeVisible();
});

test('new recovery codes are made with the password, and no key loses them; the second factor is switched off', async () => {
  const on = security({ enabled_at: MADE_AT, recovery_codes_left: 2, required_by: ['Acme Studio'] });
  const screen = await show(<SecondFactorButtons security={on} />);
  expect(screen.getByRole('button', { name: 'Set up' }).elements()).toHaveLength(0);
  await screen.getByRole('button', { name: 'New recovery codes' }).click();
  const codes = screen.getByRole('dialog', { name: 'New recovery codes' });
  server.refuse('POST recoveryCodes', 422, 'invalid', 'No.', { errors: { current_password: ['Not your password.'] } });
  await codes.getByLabelText('Current password').fill('mine');
  await codes.getByRole('button', { name: 'Create new codes' }).click();
  await expect.element(codes.getByText('Not your password.')).toBeVisible();
  server.on('POST recoveryCodes', () => ({ recovery_codes: CODES }));
  await codes.getByRole('button', { name: 'Create new codes' }).click();
  await expect.element(codes.getByRole('list', { name: 'Recovery codes' })).toHaveTextContent(CODES.join(''));
  expect(server.inputs('POST recoveryCodes').at(-1)).toEqual({ current_password: 'mine' });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await codes.getByRole('button', { name: 'Copy codes' }).click();
  await expect.element(codes.getByText(/^Copied\./)).toBeVisible();
  expect(copied.mock.calls[0]?.[0]).toContain(CODES.join('\n'));
  copied.mockRejectedValueOnce(new Error('no'));
  await codes.getByRole('button', { name: 'Copy codes' }).click();
  await expect.element(codes.getByText(/^Your browser does not allow copying/)).toBeVisible();
  copied.mockRestore();
  await userEvent.keyboard('{Escape}');
  await expect.element(codes).toBeVisible();
  await finish(codes, 'I have saved them');

  await screen.getByRole('button', { name: 'Switch off' }).click();
  const off = screen.getByRole('dialog', { name: 'Switch off your second factor' });
  await expect.element(off).toHaveTextContent('Acme Studio requires a second factor');
  server.refuse('POST disableTotp', 422, 'invalid', 'No.', { errors: { code: ['This code is wrong.'] } });
  await off.getByLabelText('Current password').fill('mine');
  await off.getByLabelText('Code').fill('123456');
  await off.getByRole('button', { name: 'Switch off' }).click();
  await expect.element(off.getByText('This code is wrong.')).toBeVisible();
  server.onAny('POST disableTotp', () => null);
  await finish(off, 'Switch off');
  await expect.element(screen.getByText('Your second factor is off')).toBeVisible();
  expect(server.inputs('POST disableTotp').at(-1)).toEqual({ current_password: 'mine', code: '123456' });
  expect(navigation.refreshes).toBeGreaterThan(0);
});

test('another role is asked for with a reason, once: then the request is pending', async () => {
  let asked: { role_label: string } | null = null;
  server.onAny('GET requestRole', () => asked);
  server.onAny('POST requestRole', () => {
    asked = { role_label: 'Team Leader' };
    return asked;
  });
  const screen = await show(<RoleRequest />, { as: 'user' });
  await screen.getByRole('button', { name: 'Ask for another role' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Ask for another role' });
  const role = dialog.getByRole('combobox', { name: 'Role' });
  await expect.element(role).toBeVisible();
  expect([...(role.element() as HTMLSelectElement).options].map(({ text }) => text)).not.toContain('User');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect.element(dialog.getByText('Choose the role that you need.')).toBeVisible();
  expect(server.calls).not.toContain('POST requestRole');
  await role.selectOptions('Team Leader');
  await dialog.getByRole('textbox').fill(' I lead the hall. ');
  await finish(dialog, 'Send request');
  await expect.element(screen.getByText('Request sent')).toBeVisible();
  await expect.element(screen.getByText('You asked to be Team Leader. Your request is pending.')).toBeVisible();
  expect(server.inputs('POST requestRole')).toEqual([{ role: 'team_leader', reason: 'I lead the hall.' }]);
});
