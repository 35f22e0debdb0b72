import { describe, expect, it } from 'vitest';
import { connectionWords } from './connection-words';

const WELL = { connected: true, network: true, live: 'live', waiting: 0 } as const;

describe('What the top bar says of the connection', () => {
  it('is nothing while all is well', () => {
    expect(connectionWords(WELL)).toBeNull();
    expect(connectionWords({ ...WELL, live: 'connecting' })).toBeNull();
  });

  it('tells the browser’s network from the server, and counts what waits', () => {
    const offline = { ...WELL, connected: false, network: false };
    expect(connectionWords(offline)).toMatchObject({ short: 'Offline', line: 'You are offline.' });
    expect(connectionWords({ ...offline, waiting: 1 })).toMatchObject({
      short: 'Offline · 1',
      line: 'You are offline. 1 change waits.',
    });
    expect(connectionWords({ ...offline, network: true, waiting: 2 })?.line).toBe(
      'The server cannot be reached. 2 changes wait.',
    );
  });

  it('promises to keep what is queued alone: settings are not', () => {
    const detail = connectionWords({ ...WELL, connected: false })?.detail;
    expect(detail).toMatch(/tasks, comments and notifications.*saved on this device/);
    expect(detail).toMatch(/settings, can only be saved/);
  });

  it('says that what waited is being sent, before it speaks of live updates', () => {
    expect(connectionWords({ ...WELL, live: 'paused', waiting: 3 })?.line).toBe('Sending 3 changes.');
    expect(connectionWords({ ...WELL, live: 'paused' })?.line).toBe('Live updates paused.');
  });
});
