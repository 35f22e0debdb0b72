import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { env } from '@/lib/env';

/** For the file that calls it: a connection of the owner of the tables, whom no policy restricts. */
export function ownerClient(): pg.Client {
  const client = new pg.Client({ connectionString: env.databaseUrl });
  beforeAll(() => client.connect());
  afterAll(() => client.end());
  return client;
}
