'use server';

import { redirect } from 'next/navigation';
import { changePassword } from '@/lib/account/change-password';
import { askForReset, resetPassword } from '@/lib/account/reset-password';
import { DURING_ALL_SETUP, SetupRequired, withOrg } from '@/lib/org';
import { suggestPassphrase } from '@/lib/password/passphrase';
import {
  forgetSignUp,
  rememberEmail,
  rememberedSignUp,
  rememberSignUp,
  renewKeptSession,
} from '@/lib/session/browser-session';
import { pageCaller, pageClient } from '@/lib/session/caller';
import { enterOther, enterProved } from '@/lib/session/enter';
import { formFailure, textOf } from '@/lib/session/forms';
import { presentKey } from '@/lib/session/organisation-keys';
import {
  AskReset,
  ChangePassword,
  CreateOrganisation,
  EnterCode,
  type FormState,
  ResendCode,
  ResetPassword,
  SignUp,
} from '@/lib/session/schema';
import { ARGUMENT, parse, publicAction } from '@/lib/session/transport';
import { createAnotherOrganisation } from '@/lib/sign-up/create-organisation';
import { signUp } from '@/lib/sign-up/sign-up';
import { resendCode, verifyCode } from '@/lib/sign-up/verify';
import { organisationLinks } from '@/lib/tenant/organisation-links';

const { text, before, form } = ARGUMENT;

/** Not among the values that go back to the page. */
const secretIn = (form: FormData, name: string): string => String(form.get(name) ?? '');

export const registerOrganisation = publicAction([before, form], async (_before, form): Promise<FormState> => {
  const values = textOf(form, ['organisation_name', 'sub_domain', 'name', 'email']);
  try {
    const input = parse(SignUp, { ...values, password: secretIn(form, 'password') });
    const asked = { ...input, organisation_name: input.organisation_name ?? '' };
    const { _id } = await signUp(asked, await pageClient());
    await rememberSignUp(input.email, _id);
  } catch (error) {
    return formFailure(error, values);
  }
  redirect(`/otp?for=create&organisation=${encodeURIComponent(values.sub_domain?.trim().toLowerCase() ?? '')}`);
});

export const registerAnotherOrganisation = publicAction([before, form], async (_before, form): Promise<FormState> => {
  const values = textOf(form, ['organisation_name', 'sub_domain']);
  let there: string;
  try {
    const input = parse(CreateOrganisation, values);
    const caller = await pageCaller();
    const { sub_domain: key } = await withOrg(caller, null, (ctx) => createAnotherOrganisation(ctx, input));
    there = await enterOther(caller.sid, key);
  } catch (error) {
    return formFailure(error, values);
  }
  redirect(there);
});

export const joinOrganisation = publicAction([before, form], async (_before, form): Promise<FormState> => {
  const values = textOf(form, ['sub_domain', 'name', 'email']);
  try {
    const input = parse(SignUp.omit({ organisation_name: true }), { ...values, password: secretIn(form, 'password') });
    const { _id } = await signUp(input, await pageClient());
    await rememberSignUp(input.email, _id);
  } catch (error) {
    return formFailure(error, values);
  }
  redirect(`/otp?for=join&organisation=${encodeURIComponent(values.sub_domain?.trim().toLowerCase() ?? '')}`);
});

export const enterCode = publicAction([before, form], async (_before, form): Promise<FormState> => {
  const values = textOf(form, ['sub_domain', 'email']);
  let next: string;
  try {
    if (form.get('intent') === 'resend') {
      const input = parse(ResendCode, { ...values, ...(await rememberedSignUp()) });
      await resendCode(input, await pageClient());
      return {
        values,
        done: 'If a sign-up with this email is waiting for a code, we have sent a new one. The old one no longer works.',
      };
    }
    const password = secretIn(form, 'password');
    const input = parse(EnterCode, {
      ...values,
      otp: secretIn(form, 'otp'),
      ...(await rememberedSignUp()),
      ...(password && { password }),
    });
    const { verified, requestId, memberId, knows } = await verifyCode(input, await pageClient());
    const done = verified.approval_status === 1 ? 'in' : 'waits';
    next = `/verified?done=${done}&organisation=${encodeURIComponent(verified.sub_domain)}`;
    // Signing in needs the password given in this browser too: the code only proves the mailbox.
    if (knows && input._id === requestId) {
      await forgetSignUp();
      const entered = await enterProved(memberId);
      if (entered && 'mfaToken' in entered)
        return { values: { ...values, sub_domain: verified.sub_domain }, ...entered };
      next = entered?.href ?? next;
    }
  } catch (error) {
    return formFailure(error, values);
  }
  redirect(next);
});

export const askForCode = publicAction([before, form], async (_before, form): Promise<FormState> => {
  const values = textOf(form, ['sub_domain', 'email']);
  let key: string;
  try {
    const input = parse(AskReset, values);
    key = input.sub_domain;
    await askForReset(input, await pageClient());
    await rememberEmail(input.email);
  } catch (error) {
    return formFailure(error, values);
  }
  redirect(`/forgetpassword?organisation=${encodeURIComponent(key)}&step=code`);
});

export const setNewPassword = publicAction([before, form], async (_before, form): Promise<FormState> => {
  const values = textOf(form, ['sub_domain', 'email']);
  let next: string;
  try {
    const secrets = { otp: secretIn(form, 'otp'), new_password: secretIn(form, 'new_password') };
    const input = parse(ResetPassword, { ...values, ...secrets });
    const entered = await enterProved(await resetPassword(input, await pageClient()));
    if (entered && 'mfaToken' in entered)
      return { values: { ...values, sub_domain: await presentKey(input.sub_domain) }, ...entered };
    next = entered?.href ?? `/verified?done=password&organisation=${encodeURIComponent(input.sub_domain)}`;
  } catch (error) {
    return formFailure(error, values);
  }
  redirect(next);
});

export const changeOwnPassword = publicAction(
  [text, before, form],
  async (orgKey, _before, form): Promise<FormState> => {
    try {
      const input = parse(ChangePassword, {
        current_password: secretIn(form, 'current_password'),
        new_password: secretIn(form, 'new_password'),
      });
      const caller = await pageCaller();
      const due = await withOrg(caller, orgKey, async () => false).catch(isPasswordDue);
      await changePassword((work) => withOrg(caller, orgKey, work, DURING_ALL_SETUP), input);
      await renewKeptSession(caller.sid);
      if (!due) return { done: 'Your password is changed. Every other session of yours has ended.' };
    } catch (error) {
      return formFailure(error, {});
    }
    redirect((await organisationLinks(orgKey))('dashboard'));
  },
);

function isPasswordDue(error: unknown): boolean {
  if (error instanceof SetupRequired) return error.due === 'password';
  throw error;
}

export const anotherPassphrase = publicAction([], async (): Promise<string> => suggestPassphrase());
