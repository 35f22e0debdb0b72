'use server';

import { redirect } from 'next/navigation';
import { enterProved } from '@/lib/auth/enter';
import { acceptInvitation } from '@/lib/auth/invitation';
import { AcceptInvitation, type AcceptState } from '@/lib/auth/schema.invitation';
import { pageClaims, pageClient } from '@/lib/auth/session';
import { toFailure } from '@/lib/errors';
import { log } from '@/lib/log';
import { organisationLinks } from '@/lib/organisation-links';
import { parse, publicAction } from '@/lib/transport';

/** The form on an invitation's page. Works without scripts; leads into the organisation. */
export const accept = publicAction(
  async (token: string, _before: AcceptState, form: FormData): Promise<AcceptState> => {
    const name = String(form.get('name') ?? '');
    const password = String(form.get('password') ?? '');
    let next: string;
    try {
      const before = await pageClaims();
      const input = parse(AcceptInvitation, { token, password, ...(name.trim() && { name }) });
      const { accepted, memberId } = await acceptInvitation(input, { ...(await pageClient()), sid: before?.sid });
      const entered = await enterProved(memberId);
      if (entered && 'half' in entered) return { half: entered.half, sub_domain: accepted.sub_domain };
      next = entered?.href ?? (await organisationLinks(accepted.sub_domain))('login');
    } catch (error) {
      const failure = toFailure(error);
      if (failure.code === 'unexpected') log('error', 'invitation', { error });
      return { name, error: failure.errors ? 'Check what is marked.' : failure.message, errors: failure.errors };
    }
    redirect(next);
  },
);
