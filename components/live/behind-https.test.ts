import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { liveConfigOf, liveSources } from '@/lib/realtime/live-config';
import { APP, heard, startTrial, type Trial } from '@/lib/test/protocol-fixture';
import { TlsProxy } from '@/lib/test/tls-proxy';
import { isRealtimeAt, publicRealtimeUrl } from '@/scripts/realtime/public-realtime';
import { Client, clientOptions } from './client-options';

/** Where browsers find the realtime server: with TLS wherever the page has it, at the page's own host unless told otherwise. */

const set = (settings: Record<string, string>) => {
  for (const name of [
    'APP_URL',
    'REALTIME_PUBLIC_URL',
    'REALTIME_LOCAL',
    'PUSHER_CLUSTER',
    'PUSHER_HOST',
    'PUSHER_PORT',
  ])
    delete process.env[name];
  Object.assign(process.env, { PUSHER_APP_ID: APP.id, PUSHER_KEY: APP.key, PUSHER_SECRET: APP.secret, ...settings });
};
const own = { REALTIME_LOCAL: '1', PUSHER_HOST: 'localhost', PUSHER_PORT: '3100', PUSHER_USE_TLS: 'false' };
const https = { APP_URL: 'https://guildhall.example.org' };

const nothing = () => Promise.reject(new Error('Nothing is signed.'));
const NOBODY = { user: nothing, channel: nothing };

/** The URL a browser connects to from a page, and what the page's policy allows. */
const addresses = (page: string) => {
  const config = liveConfigOf(env.realtime);
  if (!config) throw new Error('no configuration');
  const given = { timeout: 1, signs: NOBODY, page: new URL(page) };
  const { wsHost, wsPort, wssPort, wsPath, forceTLS } = clientOptions(config, given);
  const port = forceTLS ? wssPort : wsPort;
  return {
    connects: `${forceTLS ? 'wss' : 'ws'}://${wsHost}${port ? `:${port}` : ''}${wsPath ?? ''}`,
    allowed: liveSources(config, new URL(page).host),
  };
};

describe('the URL of the realtime server', () => {
  const outside = { PUSHER_HOST: 'soketi', PUSHER_PORT: '6001', PUSHER_USE_TLS: 'false' };
  const elsewhere = { PUSHER_HOST: 'live.example.org', PUSHER_PORT: '8443', PUSHER_USE_TLS: 'true' };
  const told = 'wss://live.example.org';
  const words = { REALTIME_PUBLIC_URL: 'https://live.example.org' };
  test.each<[string, Record<string, string>, string, string]>([
    ['our own', own, 'http://localhost:3000/', 'ws://localhost:3100'],
    ['our own, by another name', own, 'http://acme.localhost:3000/', 'ws://acme.localhost:3100'],
    ['behind https', { ...own, ...https }, 'https://acme.example.org/', 'wss://acme.example.org/realtime'],
    [
      'on another port',
      { ...own, APP_URL: 'https://localhost:8443' },
      'https://localhost:8443/x',
      'wss://localhost:8443/realtime',
    ],
    [
      'as configured',
      { ...own, ...https, REALTIME_PUBLIC_URL: `${told}:444/rt/` },
      'https://a.example.org/',
      `${told}:444/rt`,
    ],
    ['as configured, in https words', { ...own, ...words }, 'http://a.example.org/', told],
    ['of a service inside, for browsers outside', { ...outside, ...words }, 'https://a.example.org/', told],
    ['of a service elsewhere', elsewhere, 'https://a.example.org/', `${told}:8443`],
  ])('%s', (_, settings, page, connects) => {
    set(settings);
    const [allowed] = /^wss?:\/\/[^/]+/.exec(connects) ?? [];
    expect(addresses(page)).toEqual({ connects, allowed: [allowed] });
  });
});

describe('through a proxy with TLS', () => {
  let trial: Trial;
  let proxy: TlsProxy;
  beforeEach(async () => {
    trial = await startTrial();
    proxy = await TlsProxy.start({ application: 9, realtime: trial.port });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  });
  afterEach(async () => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    proxy.end();
    await trial.end();
  });

  test('the browser SDK connects over wss to the page’s own host and hears what is published beside the application', async () => {
    set({ ...own, PUSHER_PORT: String(trial.port), APP_URL: proxy.url });
    const config = liveConfigOf(env.realtime);
    if (!config) throw new Error('no configuration');
    const options = clientOptions(config, { timeout: 5_000, signs: NOBODY, page: new URL(proxy.url) });
    const client = new Client(config.key, {
      ...options,
      channelAuthorization: {
        customHandler: ({ socketId, channelName }, done) =>
          done(null, trial.publisher.authorizeChannel(socketId, channelName, { user_id: 'ann' })),
      },
      userAuthentication: {
        customHandler: ({ socketId }, done) => done(null, trial.publisher.authenticateUser(socketId, { id: 'ann' })),
      },
    });
    client.signin();
    const channel = client.subscribe('private-x');
    await heard(channel, 'pusher:subscription_succeeded');
    const event = heard(channel, 'hello');
    await trial.publisher.trigger('private-x', 'hello', { n: 1 });
    expect(await event).toEqual({ n: 1 });
    client.disconnect();
  });

  test('the doctor hears it there, and says where nothing is handed on', async () => {
    const url = publicRealtimeUrl(proxy.url);
    expect(url).toBe(`${proxy.url.replace('https', 'wss')}/realtime`);
    expect(await isRealtimeAt(String(url), 5_000)).toBe(true);
    expect(await isRealtimeAt(proxy.url.replace('https', 'wss'), 5_000)).toBe(false);
    expect(publicRealtimeUrl('http://localhost:3000')).toBeUndefined();
    expect(publicRealtimeUrl('https://a.example.org', 'wss://live.example.org/')).toBe('wss://live.example.org');
  });
});
