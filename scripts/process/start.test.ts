import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const STRONG = 'R7m2xVq9Lk4tZs8WcJ1pYb6NfHd3GuEaTo5XiQ0v';

/** Runs `npm start` where it must refuse; answers its exit code and what it says. */
async function startWith(env: Record<string, string>): Promise<{ code: number; text: string }> {
  const { PATH = '', DATA_DIR = '' } = process.env;
  const options = { env: { PATH, DATA_DIR, NODE_ENV: 'test' as const, ...env } };
  const failure = await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, '../start.mjs')],
    options,
  ).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  return { code: failure.code, text: failure.stderr };
}

describe('npm start', () => {
  test('names everything that is missing at once, and ends', async () => {
    const { code, text } = await startWith({});
    expect(code).toBe(1);
    expect(text).toContain('DATABASE_URL is not set');
    expect(text).toContain('AUTH_SECRET is not set');
  });

  test('S02 refuses a weak signing secret', async () => {
    const { code, text } = await startWith({ DATABASE_URL: 'postgresql://localhost/x', AUTH_SECRET: 'changeme' });
    expect(code).toBe(1);
    expect(text).toContain('AUTH_SECRET is shorter');
    expect(text).not.toContain('DATABASE_URL is not set');
  });

  test('refuses what belongs to the demo: its mode and wider request limits', async () => {
    const { code, text } = await startWith({
      DATABASE_URL: 'postgresql://localhost/x',
      AUTH_SECRET: STRONG,
      APP_MODE: 'demo',
      RATE_LIMIT_FACTOR: '100',
    });
    expect(code).toBe(1);
    expect(text).toContain('APP_MODE');
    expect(text).toContain('RATE_LIMIT_FACTOR');
    expect(text).not.toContain('AUTH_SECRET');
  });

  test('refuses a port that is none', async () => {
    const settings = { DATABASE_URL: 'postgresql://localhost/x', AUTH_SECRET: STRONG, PORT: 'http' };
    const { code, text } = await startWith(settings);
    expect(code).toBe(1);
    expect(text).toContain('PORT=http');
  });

  test.each(['0', '41', '1.5', 'all'])('refuses WEB_CONCURRENCY=%s', async (count) => {
    const settings = { DATABASE_URL: 'postgresql://localhost/x', AUTH_SECRET: STRONG, WEB_CONCURRENCY: count };
    const { code, text } = await startWith(settings);
    expect(code).toBe(1);
    expect(text).toContain(`WEB_CONCURRENCY=${count} is no number from 1 to 40`);
  });
});
