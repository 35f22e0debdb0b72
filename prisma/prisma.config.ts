import { defineConfig } from 'prisma/config';

/** For `prisma generate`, and for `prisma migrate status` or `deploy`; `npm run migrate` does not use it. */
export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
