import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { Prisma, PrismaClient } from '@/prisma/client/client';

/** The migrations have made every table and column that `prisma/schema.prisma` names. */

const client = new PrismaClient({ adapter: new PrismaPg(new pg.Pool({ connectionString: env.databaseUrl })) });
afterAll(() => client.$disconnect());

type Model = { findFirst: () => Promise<unknown> };

test.each(Object.keys(Prisma.ModelName))('the columns of %s can be read', async (name) => {
  const models = client as unknown as Record<string, Model>;
  const model = models[name.charAt(0).toLowerCase() + name.slice(1)];
  await expect(model?.findFirst()).resolves.toBeDefined();
});
