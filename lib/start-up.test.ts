import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { secretComplaint, startComplaints } from '@/lib/start-up';

const STRONG = 'R7m2xVq9Lk4tZs8WcJ1pYb6NfHd3GuEaTo5XiQ0v';
const FINE = { NODE_ENV: 'production', DATABASE_URL: 'postgresql://localhost/x', AUTH_SECRET: STRONG };
const complaintsAbout = (settings: Record<string, string>) => startComplaints({ ...FINE, ...settings }).join('; ');

describe('in production', () => {
  test.each([
    undefined,
    '',
    'too-short-9f2b1c',
    'a'.repeat(64),
    'abababababababababababababababababababab',
    '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    'please-change-me-please-change-me-please',
    'correct horse battery staple password ok',
  ])('the signing secret %j is refused', (secret) => {
    expect(secretComplaint(secret)).not.toBeNull();
  });

  test('hex in which digits happen to follow each other is accepted', () => {
    expect(secretComplaint('9f3c12345e7b0a86d2f14c9be05a7d31abcdef8860b3e92747d1c65f08ba9e24')).toBeNull();
  });

  test('random bytes in base64, base64url and hex are accepted', () => {
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      for (let i = 0; i < 200; i++) expect(secretComplaint(randomBytes(48).toString(encoding))).toBeNull();
    }
  });
});

describe('the application refuses to start', () => {
  test('naming everything that is missing at once', () => {
    expect(startComplaints({ NODE_ENV: 'production' })).toEqual([
      'DATABASE_URL is not set: name the PostgreSQL server to use',
      'AUTH_SECRET is not set',
    ]);
    expect(startComplaints(FINE)).toEqual([]);
  });

  test('S02 with what belongs to the demo: its mode, its secret, wider request limits', () => {
    expect(complaintsAbout({ APP_MODE: 'demo' })).toContain('APP_MODE');
    expect(complaintsAbout({ APP_MODE: 'development' })).toContain('APP_MODE');
    expect(complaintsAbout({ RATE_LIMIT_FACTOR: '100' })).toContain('RATE_LIMIT_FACTOR');
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-start-'));
    fs.writeFileSync(path.join(folder, 'secret'), `${STRONG}\n`);
    expect(complaintsAbout({ DATA_DIR: folder })).toContain('the one that the demo made');
    fs.rmSync(folder, { recursive: true });
  });

  test('with an address of the realtime server that is none', () => {
    expect(complaintsAbout({ REALTIME_PUBLIC_URL: 'live.example.org' })).toContain('REALTIME_PUBLIC_URL');
    expect(complaintsAbout({ REALTIME_PUBLIC_URL: 'wss://live.example.org/realtime' })).toBe('');
  });

  test('but not the demo itself, nor the development server', () => {
    expect(complaintsAbout({ APP_MODE: 'demo', STARTED_BY: 'npm run demo', AUTH_SECRET: 'short' })).toBe('');
    expect(complaintsAbout({ NODE_ENV: 'development', AUTH_SECRET: 'short' })).toBe('');
  });
});
