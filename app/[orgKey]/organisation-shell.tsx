import type { ReactNode } from 'react';
import { AppShell } from '@/components/shell/app-shell';
import { pageClaims } from '@/lib/auth/session';
import { organisationsOf } from '@/lib/auth/sign-in';
import { env } from '@/lib/env';
import { getShell } from '@/lib/member/queries';
import { liveConfigOf } from '@/lib/realtime/live-config';
import { orgPage } from '@/lib/transport';

/** The shell around a page of the organisation, for whoever is signed in to it; anyone else is led where they belong. */
export async function OrganisationShell({ orgKey, children }: { orgKey: string | null; children: ReactNode }) {
  const { id, org, member, unread, projects, projectIds } = await orgPage(orgKey, 'profile.own', async (ctx) => ({
    ...(await getShell(ctx)),
    projectIds: [...ctx.actor.projectIds],
    id: ctx.org.id,
  }));
  const claims = await pageClaims();
  const organisations = claims ? await organisationsOf(claims.sub) : [];
  return (
    <AppShell
      shell={{ organisation: org, member, projectIds, unread, projects, organisations }}
      live={{ config: liveConfigOf(env.realtime), organisation: { id } }}
      vendor={env.vendor}
    >
      {children}
    </AppShell>
  );
}
