'use server';

import { redirect } from 'next/navigation';
import {
  forgetSignUp,
  rememberAddress,
  rememberedSignUp,
  rememberSignUp,
  renewKeptSession,
} from '@/lib/auth/browser-session';
import { changePassword } from '@/lib/auth/change-password';
import { enterOther, enterProved } from '@/lib/auth/enter';
import { formFailure, textOf } from '@/lib/auth/forms';
import { foundFurther } from '@/lib/auth/found';
import { presentKey } from '@/lib/auth/keys';
import { suggestPassphrase } from '@/lib/auth/passphrase';
import { askForReset, resetPassword } from '@/lib/auth/reset';
import {
  AskReset,
  ChangePassword,
  EnterCode,
  type FormState,
  FoundOrganisation,
  ResendCode,
  ResetPassword,
  SignUp,
} from '@/lib/auth/schema';
import { pageCaller, pageClient } from '@/lib/auth/session';
import { signUp } from '@/lib/auth/sign-up';
import { resendCode, verifyCode } from '@/lib/auth/verify';
import { DESPITE_ALL, DueFirst, withOrg } from '@/lib/org';
import { organisationLinks } from '@/lib/organisation-links';
import { parse, publicAction } from '@/lib/transport';

/** The form of `/new_register`. */
export const registerOrganisation = publicAction(async (_before: FormState, form: FormData): Promise<FormState> => {
  const values = textOf(form, ['organisation_name', 'sub_domain', 'name', 'email']);
  try {
    const input = parse(SignUp, { ...values, password: String(form.get('password') ?? '') });
    const asked = { ...input, organisation_name: input.organisation_name ?? '' };
    const { _id } = await signUp(asked, await pageClient());
    await rememberSignUp(input.email, _id);
  } catch (error) {
    return formFailure(error, values);
  }
  redirect(`/otp?for=found&organisation=${encodeURIComponent(values.sub_domain?.trim().toLowerCase() ?? '')}`);
});

/** A further organisation of somebody who is signed in; leads into it. */
export const registerFurther = publicAction(async (_before: FormState, form: FormData): Promise<FormState> => {
  const values = textOf(form, ['organisation_name', 'sub_domain']);
  let there: string;
  try {
    const input = parse(FoundOrganisation, values);
    const caller = await pageCaller();
    const { sub_domain: key } = await withOrg(caller, null, (ctx) => foundFurther(ctx, input));
    there = await enterOther(caller.sid, key);
  } catch (error) {
    return formFailure(error, values);
  }
  redirect(there);
});

/** The form of `/signup`. */
export const joinOrganisation = publicAction(async (_before: FormState, form: FormData): Promise<FormState> => {
  const values = textOf(form, ['sub_domain', 'name', 'email']);
  try {
    const input = parse(SignUp.omit({ organisation_name: true }), {
      ...values,
      password: String(form.get('password') ?? ''),
    });
    const { _id } = await signUp(input, await pageClient());
    await rememberSignUp(input.email, _id);
  } catch (error) {
    return formFailure(error, values);
  }
  redirect(`/otp?for=join&organisation=${encodeURIComponent(values.sub_domain?.trim().toLowerCase() ?? '')}`);
});

/** The form of `/otp`: takes the code, or sends a new one. */
export const enterCode = publicAction(async (_before: FormState, form: FormData): Promise<FormState> => {
  const values = textOf(form, ['sub_domain', 'email']);
  let next: string;
  try {
    if (form.get('intent') === 'resend') {
      const input = parse(ResendCode, { ...values, ...(await rememberedSignUp()) });
      await resendCode(input, await pageClient());
      return {
        values,
        done: 'If a sign-up with this address waits for a code, a new one is on its way. The old one is over.',
      };
    }
    const password = String(form.get('password') ?? '');
    const input = parse(EnterCode, {
      ...values,
      otp: String(form.get('otp') ?? ''),
      ...(await rememberedSignUp()),
      ...(password && { password }),
    });
    const { verified, requestId, memberId, knows } = await verifyCode(input, await pageClient());
    const done = verified.approval_status === 1 ? 'in' : 'waits';
    next = `/verified?done=${done}&organisation=${encodeURIComponent(verified.sub_domain)}`;
    // Signed in is who gave the password in this browser and now the code: the code alone says whose the mailbox is.
    if (knows && input._id === requestId) {
      await forgetSignUp();
      const entered = await enterProved(memberId);
      if (entered && 'half' in entered) return { values: { ...values, sub_domain: verified.sub_domain }, ...entered };
      next = entered?.href ?? next;
    }
  } catch (error) {
    return formFailure(error, values);
  }
  redirect(next);
});

/** The first form of `/forgetpassword`: sends a code. */
export const askForCode = publicAction(async (_before: FormState, form: FormData): Promise<FormState> => {
  const values = textOf(form, ['sub_domain', 'email']);
  let key: string;
  try {
    const input = parse(AskReset, values);
    key = input.sub_domain;
    await askForReset(input, await pageClient());
    await rememberAddress(input.email);
  } catch (error) {
    return formFailure(error, values);
  }
  redirect(`/forgetpassword?organisation=${encodeURIComponent(key)}&step=code`);
});

/** The second form of `/forgetpassword`: the code and a new password. */
export const setNewPassword = publicAction(async (_before: FormState, form: FormData): Promise<FormState> => {
  const values = textOf(form, ['sub_domain', 'email']);
  let next: string;
  try {
    const secrets = { otp: String(form.get('otp') ?? ''), new_password: String(form.get('new_password') ?? '') };
    const input = parse(ResetPassword, { ...values, ...secrets });
    const entered = await enterProved(await resetPassword(input, await pageClient()));
    if (entered && 'half' in entered)
      return { values: { ...values, sub_domain: await presentKey(input.sub_domain) }, ...entered };
    next = entered?.href ?? `/verified?done=password&organisation=${encodeURIComponent(input.sub_domain)}`;
  } catch (error) {
    return formFailure(error, values);
  }
  redirect(next);
});

/** The form of `/{orgKey}/newpassword`. */
export const changeOwnPassword = publicAction(
  async (orgKey: string, _before: FormState, form: FormData): Promise<FormState> => {
    try {
      const input = parse(ChangePassword, {
        current_password: String(form.get('current_password') ?? ''),
        new_password: String(form.get('new_password') ?? ''),
      });
      const caller = await pageCaller();
      const due = await withOrg(caller, orgKey, async () => false).catch(isPasswordDue);
      await changePassword((work) => withOrg(caller, orgKey, work, DESPITE_ALL), input);
      await renewKeptSession(caller.sid);
      if (!due) return { done: 'Your password is changed. Every other session of yours has ended.' };
    } catch (error) {
      return formFailure(error, {});
    }
    // It stood before everything else, which is open now.
    redirect((await organisationLinks(orgKey))('dashboard'));
  },
);

/** Whether what kept the door shut was the password; any other failure goes on as it is. */
function isPasswordDue(error: unknown): boolean {
  if (error instanceof DueFirst) return error.due === 'password';
  throw error;
}

/** Another passphrase to choose from. */
export const anotherPassphrase = publicAction(async (): Promise<string> => suggestPassphrase());
