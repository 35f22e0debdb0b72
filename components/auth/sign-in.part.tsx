import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible, expectAccessibleInAll } from '@/components/test/axe';
import { dismiss, enter, expectLink, navigation, onAction, server, show } from '@/components/test/part';
import { keepSignedIn } from '@/components/viewer/browser-storage';
import type { AcceptState } from '@/lib/invitation/schema.accept';
import type { FormState, LoginState } from '@/lib/session/schema';
import { AcceptForm } from './accept-form';
import { CodeForm } from './code-form';
import { JoinForm } from './join-form';
import { LoginForm } from './login-form';
import { OrganisationSearch } from './organisation-search';
import { RegisterForm } from './register-form';
import { AskCodeForm, ChangePasswordForm, ResetForm } from './reset-forms';

const SUGGESTION = 'kettle-violet-harbor-otter-dune';
/** Answers in this order, each with what was sent. */
const answering = <State,>(...answers: State[]) => {
  const sent: Record<string, FormDataEntryValue>[] = [];
  const action = async (...words: unknown[]) => {
    sent.push(Object.fromEntries(words.at(-1) as FormData));
    return { ...(answers[sent.length - 1] ?? answers.at(-1)) };
  };
  return { sent, action: action as (state: State, form: FormData) => Promise<State> };
};

const login = (action: (state: LoginState, form: FormData) => Promise<LoginState>, ended = false) => (
  <LoginForm action={action} next="/acme/chat" orgKey="acme" loginHref="/acme/login" ended={ended} />
);

test('a refused login says why, has the focus, and keeps the email; what is sent leads back', async () => {
  const { sent, action } = answering<LoginState>({ error: 'The email or the password is wrong.', email: 'a@b.test' });
  const screen = await show(login(action));
  await expect.element(screen.getByLabelText('Email')).toHaveFocus();
  await screen.getByLabelText('Email').fill('a@b.test');
  await screen.getByLabelText('Password', { exact: true }).fill('wrong');
  for (const attempt of [1, 2]) {
    await screen.getByRole('button', { name: 'Login' }).click();
    await expect.poll(() => sent.length).toBe(attempt);
    await expect.element(screen.getByRole('alert')).toHaveFocus();
    await expect.element(screen.getByLabelText('Email')).toHaveValue('a@b.test');
    await screen.getByLabelText('Password', { exact: true }).fill('again');
  }
  expect(sent[0]).toEqual({ email: 'a@b.test', password: 'wrong', next: '/acme/chat' });
  await expectAccessible();
});

test('the password can be looked at, and nobody logs in offline', async () => {
  const screen = await show(login(answering<LoginState>({}).action));
  const password = screen.getByLabelText('Password', { exact: true });
  await screen.getByRole('button', { name: /^Show/ }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await screen.getByRole('button', { name: /^Hide/ }).click();
  await expect.element(password).toHaveAttribute('type', 'password');
  server.setOnline(false);
  await expect.element(screen.getByRole('button', { name: 'Login' })).toBeDisabled();
  await expect.element(screen.getByText(/^You are offline/)).toBeVisible();
  await expectAccessible();
});

test('a session that ended says so and knows the email', async () => {
  keepSignedIn({
    user: { _id: 'm-user', name: 'Daniel Osei', role: 'user', pic: null },
    organisation: { organisation_name: 'Acme Studio', sub_domain: 'acme' },
    email: 'u@acme.test',
  });
  const screen = await show(login(answering<LoginState>({}).action, true));
  await expect.element(screen.getByText(/^Your session ended. Sign in again/)).toBeVisible();
  await expect.element(screen.getByLabelText('Email')).toHaveValue('u@acme.test');
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveFocus();
  await expectAccessible();
});

test('the second step has the focus in its code, takes a recovery code instead, and says a wrong one', async () => {
  const { sent, action } = answering<LoginState>({ mfaToken: 't' }, { mfaToken: 't', error: 'This code is wrong.' });
  const screen = await show(login(action));
  await screen.getByLabelText('Email').fill('a@b.test');
  await screen.getByLabelText('Password', { exact: true }).fill('right');
  await screen.getByRole('button', { name: 'Login' }).click();
  await expect.element(screen.getByLabelText('Code')).toHaveFocus();
  await expectAccessible();
  await screen.getByRole('button', { name: 'Use a recovery code' }).click();
  await enter(screen.getByLabelText('Recovery code', { exact: true }), 'abcd-efgh');
  await expect.element(screen.getByRole('alert')).toHaveFocus();
  await expect.element(screen.getByText('This code is wrong.')).toBeVisible();
  expect(sent[1]).toMatchObject({ mfa_token: 't', code: 'abcd-efgh' });
  await screen.getByRole('button', { name: 'Use the authenticator' }).click();
  await expect.element(screen.getByLabelText('Code')).toBeVisible();
});

test('a code is refused in its field and asked for anew; a second factor follows it', async () => {
  const { sent, action } = answering<FormState>(
    { error: 'This code is wrong.', errors: { otp: 'This code is wrong.' } },
    { done: 'A new code is on its way.' },
    { mfaToken: 't', values: { sub_domain: 'acme' } },
  );
  onAction('enterCode', action);
  const screen = await show(<CodeForm organisation="acme" email="a@b.test" />);
  await expect.element(screen.getByLabelText('Code')).toHaveFocus();
  await screen.getByLabelText('Code').fill('00000');
  await screen.getByLabelText('Code').fill('000000');
  await expect.element(screen.getByRole('alert')).toHaveFocus();
  await expect.element(screen.getByLabelText('Code')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  // What was refused is not sent again by itself.
  await screen.getByLabelText('Code').fill('00000');
  await screen.getByLabelText('Code').fill('000000');
  // Who never got one has none to write.
  await screen.getByLabelText('Code').fill('');
  await screen.getByRole('button', { name: 'Send a new code' }).click();
  await expect.element(screen.getByText('A new code is on its way.')).toBeVisible();
  expect(sent[1]).toMatchObject({ intent: 'resend', email: 'a@b.test', sub_domain: 'acme' });
  await screen.getByLabelText('Code').fill('123456');
  await expect.element(screen.getByText(/^One more step/)).toBeVisible();
  await expect.element(screen.getByLabelText('Code')).toHaveFocus();
});

test('a key follows the name until it is typed, and says whether it can be had', async () => {
  const words: Record<string, string> = {
    acme: '“acme” is taken.',
    login: '“login” is reserved for the application.',
    'ac me': 'A key has letters from a to z.',
  };
  server.on('GET organisationKey', ({ key, name }) => ({
    key,
    free: !words[key],
    reason: words[key] ?? null,
    named_alike: name === 'Acme' ? { organisation_name: 'Acme Studio', sub_domain: 'acme' } : null,
  }));
  const screen = await show(<RegisterForm address="guild.test" suggestion={SUGGESTION} />);
  const [name, key] = [
    screen.getByLabelText('Name of the organisation'),
    screen.getByLabelText('Key', { exact: true }),
  ];
  await name.fill('Ünion & Söhne');
  await expect.element(key).toHaveValue('union-sohne');
  await expect.element(screen.getByText('“union-sohne” is available.')).toBeVisible();
  await expect.element(screen.getByText('guild.test/union-sohne')).toBeVisible();
  for (const [typed, text] of Object.entries(words)) {
    await key.fill(typed);
    await expect.element(screen.getByText(text)).toBeVisible();
  }
  await name.fill('Acme');
  await expect.element(key).toHaveValue('ac me');
  await expectLink(screen.getByRole('link', { name: 'ask to join' }), '/signup?organisation=acme');
  await expectAccessibleInAll();
});

test('a passphrase that is offered is filled in; a refused sign-up keeps what was typed', async () => {
  onAction('anotherPassphrase', async () => 'one-two-three-four-five');
  const { action } = answering<FormState>({
    error: 'Some fields need another value.',
    errors: { password: 'This password is too common.' },
    values: { name: 'Nora Newman' },
  });
  onAction('registerOrganisation', action);
  server.on('GET organisationKey', ({ key }) => ({ key, free: true, reason: null, named_alike: null }));
  const screen = await show(<RegisterForm address="guild.test" suggestion={SUGGESTION} />);
  const password = screen.getByLabelText('Password', { exact: true });
  await screen.getByRole('button', { name: 'Use this passphrase' }).click();
  await expect.element(password).toHaveValue(SUGGESTION);
  await expect.element(password).toHaveFocus();
  await screen.getByRole('button', { name: 'Another one' }).click();
  await expect.element(screen.getByText('one-two-three-four-five')).toBeVisible();
  await screen.getByRole('button', { name: 'Use this passphrase' }).click();
  await expect.element(password).toHaveValue('one-two-three-four-five');
  await screen.getByLabelText('Name of the organisation').fill('Hall');
  await screen.getByLabelText('Your name').fill('Nora Newman');
  await screen.getByLabelText('Email').fill('nora@hall.test');
  await password.fill('passwordpassword');
  await screen.getByRole('button', { name: 'Register organisation' }).click();
  await expect.element(screen.getByRole('alert')).toHaveFocus();
  await expect.element(screen.getByRole('alert').getByRole('link')).toHaveAttribute('href', '#password');
  await expect.element(password).toHaveValue('passwordpassword');
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await expect.element(screen.getByLabelText('Your name')).toHaveValue('Nora Newman');
  await expectAccessibleInAll();
});

test('who asks to join, or for a code, is told what is wrong in place', async () => {
  const { sent, action } = answering<FormState>({ error: 'Check this.', errors: { sub_domain: 'No such key.' } });
  for (const name of ['joinOrganisation', 'askForCode', 'setNewPassword']) onAction(name, action);
  const known = { organisation: 'acme', email: 'jo@joins.test' };
  const screen = await show(<JoinForm organisation="acme" suggestion={SUGGESTION} />);
  await screen.getByLabelText('Your name').fill('Jo');
  await screen.getByLabelText('Email').fill('jo@joins.test');
  await screen.getByLabelText('Password', { exact: true }).fill('kettle violet harbor');
  const forms = [
    ['Ask to join', { name: 'Jo', password: 'kettle violet harbor' }],
    ['Send a code', known],
    ['Set new password', { otp: '123456', new_password: 'kettle violet harbor' }],
  ] as const;
  for (const [button, fields] of forms) {
    if (button === 'Send a code') await screen.showAgain(<AskCodeForm {...known} />);
    if (button === 'Set new password') {
      await screen.showAgain(<ResetForm {...known} suggestion={SUGGESTION} />);
      await screen.getByLabelText('Code').fill('123456');
      await screen.getByLabelText('New password', { exact: true }).fill('kettle violet harbor');
    }
    await screen.getByRole('button', { name: button }).click();
    await expect.element(screen.getByRole('alert')).toHaveFocus();
    await expect.element(screen.getByLabelText('Organisation key')).toHaveAttribute('aria-invalid', 'true');
    const { organisation: sub_domain, ...rest } = { ...known, ...fields };
    expect(sent.at(-1)).toEqual(
      button === 'Send a code' ? { sub_domain, email: known.email } : { sub_domain, ...rest },
    );
    await expectAccessible();
  }
});

test('a password is changed from inside', async () => {
  const { action } = answering<FormState>(
    { error: 'Wrong.', errors: { current_password: 'This is not your current password.' } },
    { done: 'Your password is changed.' },
  );
  const screen = await show(<ChangePasswordForm action={action} email="a@b.test" suggestion={SUGGESTION} />);
  await screen.getByLabelText('Current password').fill('wrong');
  await screen.getByLabelText('New password', { exact: true }).fill('kettle violet harbor');
  await screen.getByRole('button', { name: 'Change password' }).click();
  await expect.element(screen.getByLabelText('Current password')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  await screen.getByRole('button', { name: 'Change password' }).click();
  await expect.element(screen.getByText('Your password is changed.')).toBeVisible();
});

test('an invitation asks a newcomer for a name and a password, and others for theirs', async () => {
  const { sent, action } = answering<AcceptState>(
    { error: 'Check this.', errors: { password: ['Too common.'] }, name: 'Jo' },
    { mfaToken: 't', sub_domain: 'acme' },
  );
  const form = (hasAccount: boolean) => (
    <AcceptForm
      key={String(hasAccount)}
      action={action}
      email="jo@joins.test"
      name=""
      hasAccount={hasAccount}
      suggestion={hasAccount ? null : SUGGESTION}
    />
  );
  const screen = await show(form(false));
  await screen.getByLabelText('Name').fill('Jo');
  await screen.getByRole('button', { name: 'Use this passphrase' }).click();
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveValue(SUGGESTION);
  await screen.getByLabelText('Password', { exact: true }).fill('passwordpassword');
  await screen.getByRole('button', { name: 'Join' }).click();
  await expect.element(screen.getByRole('alert')).toHaveFocus();
  await expect.element(screen.getByText('Too common.')).toBeVisible();
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Jo');
  expect(sent[0]).toEqual({ email: 'jo@joins.test', name: 'Jo', password: 'passwordpassword' });
  await expectAccessible();
  await screen.showAgain(form(true));
  await expect.element(screen.getByLabelText('Name')).not.toBeInTheDocument();
  await screen.getByLabelText('Your password').fill('mine');
  await expectAccessible();
  await screen.getByRole('button', { name: 'Join' }).click();
  await expect.element(screen.getByText(/^One more step/)).toBeVisible();
});

test('organisations are suggested while typing, chosen by keys or pointer; a key is not covered', async () => {
  server.onAny('GET getOrganisationList', ({ q }) =>
    [
      { organisation_name: 'Acme Studio', sub_domain: 'acme' },
      { organisation_name: 'Acorn', sub_domain: 'acorn' },
    ].filter(({ sub_domain }) => sub_domain.startsWith(String(q))),
  );
  const screen = await show(<OrganisationSearch query="" next="/profile" />, { url: '/already_registered' });
  const field = screen.getByRole('combobox');
  const option = screen.getByRole('option', { name: /Acme Studio/ });
  await field.fill('ac');
  await expect.element(option).toBeVisible();
  await expectAccessibleInAll();
  await dismiss(option);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => navigation.url).toBe('/already_registered?q=acorn&next=%2Fprofile');
  await option.click();
  await expect.poll(() => navigation.url).toBe('/already_registered?q=acme&next=%2Fprofile');
  // Enter without a choice looks for what was typed.
  const searched = vi.fn((event: Event) => event.preventDefault());
  document.querySelector('form')?.addEventListener('submit', searched);
  await field.fill('acm');
  await expect.element(option).toHaveAttribute('aria-selected', 'false');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => searched.mock.calls).toHaveLength(1);
  // What was found for other words is not offered while the answer to these is late.
  const late = server.hold('GET getOrganisationList');
  await field.fill('acor');
  await late.reached;
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
  late.release();
  await expect.element(screen.getByRole('option')).toHaveTextContent('Acorn');
  const answers = server.calls.length;
  await field.fill('acme');
  await expect.poll(() => server.calls.length).toBeGreaterThan(answers);
  await screen.getByRole('button', { name: 'Continue' }).hover();
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
});
