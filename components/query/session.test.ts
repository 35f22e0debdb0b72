import { createServer } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { announceExpiry, announceLogout, onExpiry, onLogout, sessionHolds } from '@/components/query/session-channel';
import { loginUrl } from '@/components/query/session-expiry';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Another tab of the same browser. */
function otherTab(): BroadcastChannel {
  const channel = new BroadcastChannel('guildhall-session');
  ends.push(() => channel.close());
  return channel;
}

const said = (channel: BroadcastChannel) =>
  new Promise((resolve) => channel.addEventListener('message', ({ data }) => resolve(data), { once: true }));

describe('The session of all tabs', () => {
  it('is told to the others when it ends in this one, and not to itself', async () => {
    let heardItself = false;
    ends.push(onLogout(() => (heardItself = true)));
    const tab = otherTab();
    const heard = said(tab);
    announceLogout();
    expect(await heard).toBe('logout');
    expect(heardItself).toBe(false);
  });

  it('ends here when another tab logs out, unless nobody listens any more', async () => {
    const tab = otherTab();
    let calls = 0;
    const end = onLogout(() => calls++);
    const heard = new Promise<void>((resolve) => ends.push(onLogout(resolve)));
    tab.postMessage('something else');
    tab.postMessage('logout');
    await heard;
    expect(calls).toBe(1);
    end();
    const again = new Promise<void>((resolve) => ends.push(onLogout(resolve)));
    tab.postMessage('logout');
    await again;
    expect(calls).toBe(1);
  });

  it('is told to the others by steps, each to whoever listens for it', async () => {
    const steps: string[] = [];
    for (const step of ['logging out', 'logout failed', 'logout'] as const)
      ends.push(onLogout(() => steps.push(step), step));
    const done = new Promise<void>((resolve) => ends.push(onLogout(resolve)));
    const tab = otherTab();
    tab.postMessage('logging out');
    tab.postMessage('logout failed');
    tab.postMessage('logout');
    await done;
    expect(steps).toEqual(['logging out', 'logout failed', 'logout']);
    const heard = said(tab);
    announceLogout('logging out');
    expect(await heard).toBe('logging out');
  });

  it('tells its expiry to whoever listens in this tab', () => {
    let calls = 0;
    const end = onExpiry(() => calls++);
    announceExpiry();
    end();
    announceExpiry();
    expect(calls).toBe(1);
  });

  it.each([
    [200, true],
    [401, false],
    [403, false],
    [429, true],
    [503, true],
  ])('holds or not by the answer %i: %s', async (status, holds) => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/api/loggedInUser' ? status : 404;
      response.end();
    });
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    expect(await sessionHolds(`http://127.0.0.1:${port}`)).toBe(holds);
    server.close();
    server.closeAllConnections();
  });

  it('is taken to hold while the server cannot be asked', async () =>
    expect(await sessionHolds('http://127.0.0.1:1')).toBe(true));
});

it('where a lost session leads goes to the login of the organisation in the URL, and back', () =>
  expect(loginUrl('/acme/task?view=board', 'globex')).toBe('/acme/login?next=%2Facme%2Ftask%3Fview%3Dboard'));

it('where a lost session leads stays on the subdomain, whose URLs name no organisation', () =>
  expect(loginUrl('/taskpage?task=WEB-1', 'acme')).toBe('/login?next=%2Ftaskpage%3Ftask%3DWEB-1'));

it('where a lost session leads uses the remembered organisation elsewhere, and asks for one if none is remembered', () => {
  expect(loginUrl('/profile', 'acme')).toBe('/acme/login?next=%2Fprofile');
  expect(loginUrl('/profile', null)).toBe('/already_registered?next=%2Fprofile');
});

describe('A tab whose session has ended', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** A page that has just been loaded. `led`: where it leads by itself. */
  async function opened() {
    vi.useRealTimers();
    vi.resetModules();
    const session = await import('@/components/query/session-expiry');
    const { actAsChat } = await import('@/components/query/acting');
    const led = vi.fn();
    vi.stubGlobal('location', { pathname: '/acme/task', search: '?view=board', assign: led });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return { ...session, actAsChat, led };
  }

  it('leads to the login once, and back to this page', async () => {
    const { leaveForLogin, led } = await opened();
    leaveForLogin();
    leaveForLogin();
    vi.advanceTimersByTime(1_000);
    expect(led.mock.calls).toEqual([['/acme/login?next=%2Facme%2Ftask%3Fview%3Dboard']]);
  });

  it('leads nowhere where one logs out, also in another tab that is heard a moment later', async () => {
    const { leaveForLogin, leaveOnPurpose, led } = await opened();
    const stay = leaveOnPurpose();
    leaveForLogin();
    vi.advanceTimersByTime(1_000);
    expect(led).not.toHaveBeenCalled();
    // The logout has failed: the next refusal counts.
    stay();
    leaveForLogin();
    vi.advanceTimersByTime(1_000);
    expect(led).toHaveBeenCalledOnce();
    const other = await opened();
    other.leaveForLogin();
    other.leaveOnPurpose();
    vi.advanceTimersByTime(1_000);
    expect(other.led).not.toHaveBeenCalled();
  });

  it('leads nowhere in the chat’s frame, which the page around it opens anew', async () => {
    const { leaveForLogin, actAsChat, led } = await opened();
    actAsChat();
    leaveForLogin();
    vi.advanceTimersByTime(1_000);
    expect(led).not.toHaveBeenCalled();
  });
});
