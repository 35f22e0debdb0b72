import type { ReactNode } from 'react';
import { AuthFrame } from '@/components/auth/auth-frame';
import { AccountChoices } from '@/components/shell/account-choices';
import { AppShell } from '@/components/shell/app-shell';
import { PlainLogout } from '@/components/shell/plain-logout';
import { FormatsProvider } from '@/components/ui/formats';
import { env } from '@/lib/env';
import { getShell } from '@/lib/member/queries';
import { SetupRequired } from '@/lib/org';
import { choicesOf } from '@/lib/person/person';
import { liveConfigOf } from '@/lib/realtime/live-config';
import { organisationsOf } from '@/lib/session/own-organisations';
import { orgPage } from '@/lib/session/transport';
import { organisationHost } from '@/lib/tenant/organisation-links';

/** Visitors without a session in this organisation are redirected. */
export async function OrganisationShell({ orgKey, children }: { orgKey: string | null; children: ReactNode }) {
  const shell = await orgPage(orgKey, 'profile.own', async (ctx) => ({
    ...(await getShell(ctx)),
    projectIds: [...ctx.actor.projectIds],
    id: ctx.org.id,
    personId: ctx.actor.personId,
    reader: { locale: ctx.actor.locale, timeZone: ctx.actor.timeZone },
  })).catch((error: unknown) => {
    if (error instanceof SetupRequired) return null;
    throw error;
  });
  // The page for an open duty (second factor): nothing else of the organisation is accessible yet.
  if (!shell)
    return (
      <AuthFrame vendor={env.vendor}>
        {children}
        <div className="mt-6">
          <PlainLogout />
        </div>
      </AuthFrame>
    );
  const { id, org, member, unread, projects, projectIds, personId, reader } = shell;
  const [organisations, choices, host] = await Promise.all([
    organisationsOf(personId),
    choicesOf(personId),
    organisationHost(),
  ]);
  return (
    <FormatsProvider reader={reader}>
      <AppShell
        shell={{
          organisation: org,
          host,
          member: { ...member, email: choices.email },
          projectIds,
          unread,
          projects,
          organisations,
        }}
        live={{ config: liveConfigOf(env.realtime), organisation: { id } }}
        vendor={env.vendor}
      >
        {children}
        <AccountChoices theme={choices.theme} singleKeys={choices.single_keys} timeZone={reader.timeZone} />
      </AppShell>
    </FormatsProvider>
  );
}
