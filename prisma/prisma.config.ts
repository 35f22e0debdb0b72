import { defineConfig } from 'prisma/config';

/** For `prisma generate`; and for `prisma migrate status` or `deploy`, where somebody prefers them to `npm run migrate`. */
export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
