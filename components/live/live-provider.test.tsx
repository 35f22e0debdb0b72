import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { LiveProvider, useLive } from './live-provider';
import { LiveStatus } from './live-status';

const ROUTER = { refresh() {} } as AppRouterInstance;

/** What the server sends of `children` for a member of this role. */
function rendered(role: string, children: React.ReactNode): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <AppRouterContext value={ROUTER}>
        <LiveProvider
          config={{ key: 'key', port: 1, tls: false }}
          member={{ id: 'm' }}
          organisation={{ id: 'o' }}
          projectIds={['1', '2']}
          role={role}
        >
          {children}
        </LiveProvider>
      </AppRouterContext>
    </QueryClientProvider>,
  );
}

function Channels() {
  const { state, channels } = useLive();
  const { organisation, member, projects, project } = channels;
  return <code>{[state, organisation, member, ...projects, project('3')].map(String).join(' ')}</code>;
}

describe('Live updates as the server renders them', () => {
  it('name the channels of a member of the team', () => {
    expect(rendered('user', <Channels />)).toBe(
      '<code>connecting private-org-o private-user-m private-project-1 private-project-2 private-project-3</code>',
    );
  });

  it('name for a client the clients’ channels, and none of the organisation', () => {
    expect(rendered('client', <Channels />)).toBe(
      '<code>connecting null private-user-m private-project-1-client private-project-2-client private-project-3-client</code>',
    );
  });

  it('begin with an empty status, which is there before it has something to say', () => {
    expect(rendered('user', <LiveStatus />)).toMatch(
      /^<div class="[^"]*"><p role="status" class="sr-only"><\/p><\/div>$/,
    );
  });

  it('cannot be used outside of their provider', () => {
    expect(() => renderToStaticMarkup(<Channels />)).toThrow('LiveProvider');
  });
});
