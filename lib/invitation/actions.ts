'use server';

import { redirect } from 'next/navigation';
import { toFailure } from '@/lib/errors';
import { acceptInvitation } from '@/lib/invitation/auth';
import { AcceptInvitation, type AcceptState } from '@/lib/invitation/schema.accept';
import { log } from '@/lib/log';
import { pageClaims, pageClient } from '@/lib/session/caller';
import { enterProved } from '@/lib/session/enter';
import { ARGUMENT, parse, publicAction } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

const { text, before, form } = ARGUMENT;

/** Works without scripts. */
export const accept = publicAction([text, before, form], async (token, _before, form): Promise<AcceptState> => {
  const name = String(form.get('name') ?? '');
  const password = String(form.get('password') ?? '');
  let next: string;
  try {
    const before = await pageClaims();
    const input = parse(AcceptInvitation, { token, password, ...(name.trim() && { name }) });
    const { accepted, memberId } = await acceptInvitation(input, { ...(await pageClient()), sid: before?.sid });
    const entered = await enterProved(memberId);
    if (entered && 'mfaToken' in entered) return { mfaToken: entered.mfaToken, sub_domain: accepted.sub_domain };
    next = entered?.href ?? (await organisationLinks(accepted.sub_domain))('login');
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'unexpected') log('error', 'invitation', { error });
    return { name, error: failure.errors ? 'Check what is marked.' : failure.message, errors: failure.errors };
  }
  redirect(next);
});
