import { type ReactNode, Suspense } from 'react';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TrayHost } from '@/components/file/upload/tray-host';
import { ShellKeys } from '@/components/keys/shell-keys';
import { LiveProvider } from '@/components/live/live-provider';
import { Toaster } from '@/components/page/toaster';
import { PersonCards } from '@/components/person/person-cards';
import { QueryProvider } from '@/components/query/query-provider';
import { ChangeQueue } from '@/components/shell/change-queue';
import { OverlayHost } from '@/components/shell/overlay-host';
import { roleLabel } from '@/components/ui/badge';
import { FormatsProvider } from '@/components/ui/formats';
import { type Shell, ShellProvider } from '@/components/viewer/shell-context';
import { type Actor, createsOf } from '@/lib/permission/policy';
import { NO_WORKFLOWS } from '@/lib/workflow/vocabulary';
import { PEOPLE, type Seat } from './gallery/people';
import { OTHER_PROJECT, PROJECT } from './gallery/project';
import { navigation } from './navigation';

export type ShowOptions = {
  /** Who looks; the leader if nobody is named. */
  as?: Seat;
  /** The page's URL, such as `/acme/task?view=board`. */
  url?: string;
  /** Of the window, in pixels; 1360 × 850 if not said. */
  width?: number;
  height?: number;
  shell?: Partial<Shell>;
  reader?: { locale: string; timeZone: string };
};

export const READER = { locale: 'en-GB', timeZone: 'Europe/Berlin' };

export function shellOf(seat: Seat, part: Partial<Shell> = {}): Shell {
  const { _id, name, role } = PEOPLE[seat];
  return {
    organisation: { key: 'acme', name: 'Acme Studio', tint: 'c1', logo: null },
    host: null,
    member: {
      _id,
      name,
      email: `${seat}@acme.test`,
      role,
      role_label: roleLabel(role),
      pic: null,
      ...(part.view && { viewing: true as const }),
    },
    creates: createsOf({ role, viewing: part.view && true }),
    projectIds: [PROJECT._id, OTHER_PROJECT._id],
    unread: 0,
    timer: null,
    workflows: NO_WORKFLOWS,
    projects: [PROJECT, OTHER_PROJECT],
    organisations: [{ key: 'acme', name: 'Acme Studio', tint: 'c1', logo: null }],
    ...part,
  };
}

/** What a view of tasks is told of who looks. */
export const viewerOf = (seat: Seat = 'leader'): Actor => {
  const { _id, role } = PEOPLE[seat];
  return { memberId: _id, role, projectIds: [PROJECT._id, OTHER_PROJECT._id] };
};

/** Shows `part` inside what surrounds every page of an organisation: keys, dialogs, messages, live updates, the queue. */
export async function show(part: ReactNode, options: ShowOptions = {}) {
  const { as = 'leader', url, width = 1360, height = 850, shell, reader = READER } = options;
  navigation.begin(url);
  await page.viewport(width, height);
  const known = shellOf(as, shell);
  const framed = (inner: ReactNode) => (
    <>
      <FormatsProvider reader={reader}>
        <QueryProvider>
          <ShellProvider shell={known}>
            <LiveProvider
              config={null}
              member={{ id: known.member._id }}
              organisation={{ id: 'o-acme' }}
              projectIds={[...known.projectIds]}
              role={known.member.role}
            >
              <main id="main" tabIndex={-1}>
                <Suspense>{inner}</Suspense>
              </main>
              <OverlayHost />
              <TrayHost atService={false} />
              <ShellKeys />
              <PersonCards />
              <ChangeQueue />
            </LiveProvider>
          </ShellProvider>
        </QueryProvider>
      </FormatsProvider>
      <Toaster />
    </>
  );
  const screen = await render(framed(part));
  return Object.assign(screen, {
    /** The same page with what the server renders now. */
    showAgain: (again: ReactNode) => screen.rerender(framed(again)),
  });
}
