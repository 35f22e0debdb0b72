import type { ReactNode } from 'react';
import { ShellKeys } from '@/components/keys/shell-keys';
import { LiveProvider } from '@/components/live/live-provider';
import { FooterCredit } from '@/components/page/footer-credit';
import { Toaster } from '@/components/page/toaster';
import { PersonCards } from '@/components/person/person-cards';
import { QueryProvider } from '@/components/query/query-provider';
import { NavigationProgress } from '@/components/ui/navigation-progress';
import { type Shell, ShellProvider } from '@/components/viewer/shell-context';
import type { LiveConfig } from '@/lib/realtime/live-config';
import { BottomBar } from './bottom-bar';
import { ChangeQueue } from './change-queue';
import { OfflineLinks } from './offline-links';
import { OverlayHost } from './overlay-host';
import { SessionWatch } from './session-watch';
import { Sidebar } from './sidebar';
import { TopBar } from './top-bar';

export function AppShell({
  shell,
  live,
  vendor,
  children,
}: {
  shell: Shell;
  live: { config: LiveConfig | null; organisation: { id: string } };
  vendor: { name: string; url: string };
  children: ReactNode;
}) {
  return (
    <QueryProvider>
      <ShellProvider shell={shell}>
        <LiveProvider
          config={live.config}
          member={{ id: shell.member._id }}
          organisation={live.organisation}
          projectIds={[...shell.projectIds]}
          role={shell.member.role}
        >
          <div className="flex min-h-dvh flex-col lg:pl-[200px]">
            <Sidebar />
            <TopBar />
            <main
              id="main"
              tabIndex={-1}
              className="mx-auto w-full max-w-[1440px] has-[[data-full-width]]:max-w-none flex-1 scroll-pb-24 px-3 pt-4 pb-8 sm:px-5"
            >
              {children}
            </main>
            <footer className="px-5 pb-5 max-sm:pb-[calc(80px+env(safe-area-inset-bottom))] print:hidden">
              <FooterCredit vendor={vendor} />
            </footer>
          </div>
          <BottomBar />
          <OverlayHost />
          <ShellKeys />
          <PersonCards />
          <SessionWatch />
          <ChangeQueue />
          <OfflineLinks />
          <NavigationProgress />
        </LiveProvider>
      </ShellProvider>
      <Toaster />
    </QueryProvider>
  );
}
