import type { ReactNode } from 'react';
import { TrayHost } from '@/components/file/upload/tray-host';
import { ShellKeys } from '@/components/keys/shell-keys';
import { FooterCredit } from '@/components/page/footer-credit';
import { Toaster } from '@/components/page/toaster';
import { NavigationProgress } from '@/components/ui/navigation-progress';
import type { LiveConfig } from '@/lib/realtime/live-config';
import { BottomBar } from './bottom-bar';
import { ChangeQueue } from './change-queue';
import { OverlayHost } from './overlay-host';
import { SessionWatch } from './session-watch';
import { ShellProviders, type ShellRead } from './shell-providers';
import { Sidebar } from './sidebar';
import { TopBar } from './top-bar';

export function AppShell({
  read,
  live,
  atService,
  vendor,
  children,
}: {
  read: Promise<ShellRead>;
  live: LiveConfig | null;
  /** Uploads go to UploadThing. */
  atService: boolean;
  vendor: { name: string; url: string };
  children: ReactNode;
}) {
  return (
    <>
      <ShellProviders read={read} live={live}>
        <div className="flex min-h-dvh flex-col lg:pl-[200px]">
          <Sidebar />
          <TopBar />
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-[1440px] has-[[data-full-width]]:max-w-none flex-1 scroll-pb-24 px-3 pt-3 pb-8 has-[[data-fills]]:pb-4 max-sm:has-[[data-fills]]:pb-[calc(72px+env(safe-area-inset-bottom))] sm:px-5"
          >
            {children}
          </main>
          <footer className="shell-footer">
            <FooterCredit vendor={vendor} />
          </footer>
        </div>
        <BottomBar />
        <OverlayHost />
        <TrayHost atService={atService} />
        <ShellKeys />
        <SessionWatch />
        <ChangeQueue />
        <NavigationProgress />
      </ShellProviders>
      <Toaster />
    </>
  );
}
