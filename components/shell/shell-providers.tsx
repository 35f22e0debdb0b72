'use client';

import { lazy, type ReactNode, Suspense, use } from 'react';
import { LiveProvider } from '@/components/live/live-provider';
import { QueryProvider } from '@/components/query/query-provider';
import { FormatsProvider } from '@/components/ui/formats';
import { type Shell, ShellProvider } from '@/components/viewer/shell-context';
import type { Theme } from '@/components/viewer/theme';
import { WorkflowWatch } from '@/components/workflow/workflow-watch';
import type { Reader } from '@/lib/formats';
import type { LiveConfig } from '@/lib/realtime/live-config';

/** `plain`: shown instead while nothing else of the organisation is accessible. */
export type ShellRead =
  | { plain: ReactNode }
  | {
      shell: Shell;
      organisation: { id: string };
      reader: Reader;
      theme: Theme;
      singleKeys: boolean;
    };

const without = () => ({ default: () => null });
// They show nothing, and the page goes without one that does not come.
const RefreshAhead = lazy(() =>
  import('@/components/url/refresh-ahead').then((part) => ({ default: part.RefreshAhead }), without),
);
const AccountChoices = lazy(() =>
  import('./account-choices').then((part) => ({ default: part.AccountChoices }), without),
);

/** Takes what the frame shows as a promise, so that the page reads at the same time, through the same door. */
export function ShellProviders({
  read,
  live,
  children,
}: {
  read: Promise<ShellRead>;
  live: LiveConfig | null;
  children: ReactNode;
}) {
  const known = use(read);
  if ('plain' in known) return known.plain;
  const { shell, organisation, reader, theme, singleKeys } = known;
  return (
    <FormatsProvider reader={reader}>
      <QueryProvider>
        <ShellProvider shell={shell}>
          <LiveProvider
            config={live}
            member={{ id: shell.member._id }}
            organisation={organisation}
            projectIds={[...shell.projectIds]}
            role={shell.member.role}
          >
            {children}
            <Suspense>
              <RefreshAhead />
              <AccountChoices theme={theme} singleKeys={singleKeys} timeZone={reader.timeZone} />
            </Suspense>
            <WorkflowWatch />
          </LiveProvider>
        </ShellProvider>
      </QueryProvider>
    </FormatsProvider>
  );
}
