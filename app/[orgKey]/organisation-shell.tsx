import type { ReactNode } from 'react';
import { AuthFrame } from '@/components/auth/auth-frame';
import { AppShell } from '@/components/shell/app-shell';
import { PlainLogout } from '@/components/shell/plain-logout';
import type { ShellRead } from '@/components/shell/shell-providers';
import { env } from '@/lib/env';
import { getShell } from '@/lib/member/queries';
import { type Frame, SetupRequired } from '@/lib/org';
import { createsOf } from '@/lib/permission/policy';
import { liveConfigOf } from '@/lib/realtime/live-config';
import { orgPage } from '@/lib/session/transport';
import { organisationHost } from '@/lib/tenant/organisation-links';
import { workflowsFor } from '@/lib/workflow/policy';

/** Visitors without a session in this organisation are redirected. It waits for nothing: the page reads with it. */
export function OrganisationShell({ orgKey, children }: { orgKey: string | null; children: ReactNode }) {
  return (
    <AppShell
      read={readShell(orgKey, children)}
      live={liveConfigOf(env.realtime)}
      atService={Boolean(env.uploadthingToken)}
      vendor={env.vendor}
    >
      {children}
    </AppShell>
  );
}

async function readShell(orgKey: string | null, children: ReactNode): Promise<ShellRead> {
  try {
    const known = await orgPage(orgKey, 'project.view', async (ctx) => {
      const { org, member, unread, timer, projects } = await getShell(ctx);
      const { theme, single_keys: singleKeys, ...frame } = ctx.frame as Frame;
      // A view has the theme of whoever looks, and nothing else of them.
      const { email, organisations } = ctx.view ? { email: ctx.actor.email, organisations: [org] } : frame;
      const projectIds = [...ctx.actor.projectIds];
      return {
        shell: {
          organisation: org,
          member: { ...member, email, ...(ctx.view && { viewing: true as const }) },
          creates: createsOf(ctx.actor),
          projectIds,
          unread,
          timer,
          projects,
          organisations,
          ...(ctx.view && { view: { ends_at: ctx.view.endsAt.toISOString() } }),
          workflows: workflowsFor(ctx.actor, ctx.workflows),
        },
        organisation: { id: ctx.org.id },
        reader: { locale: ctx.actor.locale, timeZone: ctx.actor.timeZone },
        theme,
        singleKeys,
      };
    });
    return { ...known, shell: { ...known.shell, host: await organisationHost() } };
  } catch (error) {
    if (!(error instanceof SetupRequired)) throw error;
    // The page for an open duty (second factor): nothing else of the organisation is accessible yet.
    const plain = (
      <AuthFrame vendor={env.vendor}>
        {children}
        <div className="mt-6">
          <PlainLogout />
        </div>
      </AuthFrame>
    );
    return { plain };
  }
}
