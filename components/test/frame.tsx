import { type ReactNode, Suspense } from 'react';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppShell } from '@/components/shell/app-shell';
import { PEOPLE } from './gallery/people';
import { navigation } from './navigation';
import { list, server } from './server';
import { READER, type ShowOptions, shellOf } from './show';

type FrameOptions = ShowOptions & { singleKeys?: boolean };

/** Shows `part` in the whole frame: sidebar, bars, keys and all that lies over the page. */
export async function showFrame(part: ReactNode = <h1>Page</h1>, options: FrameOptions = {}) {
  const { as = 'leader', url = '/acme/dashboard', width = 1360, height = 850, shell, reader = READER } = options;
  navigation.begin(url);
  await page.viewport(width, height);
  server.onAny('GET userList', ({ ids }) =>
    list(
      Object.entries(PEOPLE).flatMap(([seat, one]) => (one._id === ids ? { ...one, email: `${seat}@acme.test` } : [])),
    ),
  );
  server.onAny('GET projectList', () => list([]));
  server.onAny('GET notificationList', () => list([]));
  server.onAny('GET categorylist', () => list([]));
  server.onAny('GET customFieldList', () => list([]));
  server.onAny('GET roomList', () => list([]));
  server.on('GET unreadRooms', () => ({ rooms: 0, mentions: 0 }));
  server.onAny('PUT presence', () => null);
  const read = Promise.resolve({
    shell: shellOf(as, shell),
    organisation: { id: 'o-acme' },
    theme: 'system' as const,
    singleKeys: options.singleKeys ?? true,
    reader,
  });
  return render(
    <Suspense>
      <AppShell read={read} live={null} atService={false} vendor={{ name: 'Maker', url: 'https://maker.test' }}>
        {part}
      </AppShell>
    </Suspense>,
  );
}
