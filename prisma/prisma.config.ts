import { defineConfig } from 'prisma/config';

/** Used by `prisma generate` alone, which needs no database; `scripts/migrate.ts` applies the migrations. */
export default defineConfig({ schema: 'schema.prisma', migrations: { path: 'migrations' } });
