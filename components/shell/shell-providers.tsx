'use client';

import { type ComponentType, lazy, type ReactNode, Suspense, use } from 'react';
import { LiveProvider } from '@/components/live/live-provider';
import { QueryProvider } from '@/components/query/query-provider';
import { FormatsProvider } from '@/components/ui/formats';
import { type Shell, ShellProvider } from '@/components/viewer/shell-context';
import type { Theme } from '@/components/viewer/theme';
import type { Reader } from '@/lib/formats';
import type { LiveConfig } from '@/lib/realtime/live-config';
import { AccountChoices } from './account-choices';

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

// The page goes without it where it does not come.
const AfterThePage = lazy<ComponentType<{ timeZone: string }>>(() =>
  import('./after-the-page').then(
    (part) => ({ default: part.AfterThePage }),
    () => ({ default: () => null }),
  ),
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
            // A view hears nothing: its pages are read anew when they are opened.
            config={shell.view ? null : live}
            member={{ id: shell.member._id }}
            organisation={organisation}
            projectIds={[...shell.projectIds]}
            role={shell.member.role}
          >
            {children}
            {!shell.view && (
              <>
                <AccountChoices of={shell.member._id} theme={theme} singleKeys={singleKeys} />
                <Suspense>
                  <AfterThePage timeZone={reader.timeZone} />
                </Suspense>
              </>
            )}
          </LiveProvider>
        </ShellProvider>
      </QueryProvider>
    </FormatsProvider>
  );
}
