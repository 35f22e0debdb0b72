import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
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
