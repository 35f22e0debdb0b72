import fs from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/suite/chromium.mjs';

// Sessions of the journeys' own organisations are signed as the server under test signs them.
if (process.env.E2E_DATA_DIR)
  process.env.AUTH_SECRET = fs.readFileSync(path.join(process.env.E2E_DATA_DIR, 'secret'), 'utf8').trim();

/**
 * `npm test` runs the `journeys` that have no tag `@whole`; `npm run test:all` also those, as `whole`, and `screens`,
 * which looks at each screen in both themes and at both widths once nothing moves.
 *
 * The server under test is started by `npm test` (scripts/suite/e2e-server.mjs), which names it in E2E_BASE_URL.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // One more than the cores of a small machine: a journey waits for answers more than half of its time.
  workers: 3,
  // These end what hangs; a busy machine is no reason to fail.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_BASE_URL ?? 'http://localhost:3000',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1360, height: 850 },
    // Recording slows every test by a third; the page as it was stands in test-results anyway.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: findChromium({ shell: true }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // What runs once is not worth compiling for speed: axe takes two thirds, a page nine tenths of the processor time.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
  projects: [
    { name: 'journeys', testMatch: 'journeys/*.spec.ts', grepInvert: /@whole/ },
    {
      name: 'screens',
      testMatch: 'accessibility/screens.spec.ts',
      use: { contextOptions: { reducedMotion: 'reduce' } },
    },
    { name: 'whole', testMatch: '{journeys,whole}/*.spec.ts', grep: /@whole|\bwhole\// },
  ],
});
