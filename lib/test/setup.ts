/** Runs before each test file: an environment of its own, and no module that another file has used. */
import path from 'node:path';
import { afterAll, vi } from 'vitest';
import { closeWhatIsOpen } from './leftovers';
import { testPostgresDir } from './test-database';

/** A worker's environment before its first file. */
const worker = globalThis as { testEnvironment?: Record<string, string | undefined> };
worker.testEnvironment ??= Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(VITEST|DATABASE_|ROOT_DOMAIN$|PUSHER_|REALTIME_|SMTP_|UPLOADTHING_|NEXTAUTH_|AUTH_|NEXT_PUBLIC_)/.test(name),
  ),
);
for (const name of Object.keys(process.env))
  if (!(name in worker.testEnvironment || name.startsWith('VITEST'))) delete process.env[name];
// First, since where its files are follows from it.
Object.assign(process.env, worker.testEnvironment);
Object.assign(process.env, {
  APP_MODE: 'development',
  APP_URL: 'http://localhost:3000',
  AUTH_SECRET: 'a-secret-that-only-the-tests-know-and-that-is-long-enough',
  AUTH_TRUST_HOST: 'true',
  // Made for the tests.
  VAPID_PUBLIC_KEY: 'BDjES3fmG7BKd8m0Ut1vo2AAXhKsnUrqOAhDa6HGCFGMSkD9F0HxbY7PGcrUh944NQ3BGZCPKaPexE0StfREezA',
  VAPID_PRIVATE_KEY: 'qx48jxG4mlLKGQ6mJfWbqW810-goG0MfPNlJR_oC1T0',
  CRON_SECRET: 'a-cron-secret-that-only-the-tests-know',
  // A busy machine is no reason to fail.
  DATABASE_PATIENCE: '20',
  DATA_DIR: path.join(testPostgresDir(), 'files', process.env.VITEST_POOL_ID ?? '1'),
});

vi.resetModules();
// Registered first, so it runs after what the file itself does at its end.
afterAll(closeWhatIsOpen);
