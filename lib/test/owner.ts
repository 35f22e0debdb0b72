import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { env } from '@/lib/env';

/** For the file that calls it: a connection of the owner of the tables, whom no policy restricts; sets `environment` for it. */
export function ownerClient(environment: Record<string, string> = {}): pg.Client {
  const client = new pg.Client({ connectionString: env.databaseUrl });
  beforeAll(async () => {
    Object.assign(process.env, environment);
    await client.connect();
  });
  afterAll(() => client.end());
  return client;
}
