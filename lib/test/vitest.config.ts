import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '../..');

export default defineConfig({
  root,
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: {
    alias: { '@': root, 'server-only': path.join(root, 'lib/test/empty.ts') },
  },
  test: {
    include: ['{lib,scripts,prisma,app,bench}/**/*.test.ts', 'components/**/*.test.{ts,tsx}', 'middleware.test.ts'],
    globalSetup: path.join(root, 'lib/test/global-setup.ts'),
    setupFiles: path.join(root, 'lib/test/setup.ts'),
    // A process for each file: nothing of one file's connections or settings reaches the next.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
