import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
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

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Until a transaction waits for what another one holds. */
export const somebodyWaits = (owner: pg.ClientBase) =>
  expect.poll(async () => (await owner.query(WAITING)).rowCount, { interval: 5 }).toBeGreaterThan(0);
