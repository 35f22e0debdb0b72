'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { acceptInvitation } from '@/lib/auth/invitation';
import { AcceptInvitation, type AcceptState } from '@/lib/auth/schema.invitation';
import { pageClaims, pageClient } from '@/lib/auth/session';
import { endSession, signInWithPassword } from '@/lib/auth/sign-in';
import { sessionCookieName, sessionCookieOptions } from '@/lib/auth/token';
import { DomainError, toFailure } from '@/lib/errors';
import { log } from '@/lib/log';
import { organisationLinks } from '@/lib/organisation-links';
import { parse, publicAction } from '@/lib/transport';

const YEAR = 365 * 24 * 3600;

/** The form on an invitation's page. Works without scripts; leads into the organisation, or to its login. */
export const accept = publicAction(
  async (token: string, _before: AcceptState, form: FormData): Promise<AcceptState> => {
    const name = String(form.get('name') ?? '');
    const password = String(form.get('password') ?? '');
    let key: string;
    let page = 'dashboard';
    try {
      const before = await pageClaims();
      const client = await pageClient();
      const input = parse(AcceptInvitation, { token, password, ...(name.trim() && { name }) });
      const done = await acceptInvitation(input, { ...client, sid: before?.sid });
      key = done.sub_domain;
      // Whoever needs a second factor, or cannot be signed in just now, goes on to the login.
      const opened = await signInWithPassword(
        { email: done.email, password, sub_domain: key },
        'browser',
        client,
      ).catch((error: unknown) => {
        if (error instanceof DomainError) return null;
        throw error;
      });
      if (opened) {
        if (before) await endSession(before.sid, client);
        const jar = await cookies();
        jar.set(sessionCookieName(), opened.token, sessionCookieOptions());
        jar.set('company', key, { path: '/', sameSite: 'lax', maxAge: YEAR });
      } else page = 'login';
    } catch (error) {
      const failure = toFailure(error);
      if (failure.code === 'unexpected') log('error', 'invitation', { error });
      return { name, error: failure.errors ? 'Check what is marked.' : failure.message, errors: failure.errors };
    }
    redirect((await organisationLinks(key))(page));
  },
);
