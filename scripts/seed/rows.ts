import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import { v5 } from 'uuid';

export const PASSWORD = 'correct horse battery staple';

// As in lib/password/password.ts, which only server components may import. The encoded hash contains them.
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** argon2id, in the encoded form that sign-in verifies. */
export const passwordHash = (password: string = PASSWORD) => hash(password, ARGON2ID);

const NAMESPACE = 'b3f0a6a2-5f5c-4b8e-8d52-70f6a9a1c0de';
/** The same id for a name wherever the data is loaded. */
export const seedId = (name: string) => v5(name, NAMESPACE);

export type Row = Record<string, unknown>;
const CHUNK = 2_000;

/** Rows with the same columns, a few thousand per statement. @returns how many there were */
export async function insertRows(client: pg.ClientBase, table: string, rows: readonly Row[]): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const columns = Object.keys(first)
    .map((column) => `"${column}"`)
    .join(', ');
  const statement = `insert into "${table}" (${columns}) select ${columns} from json_populate_recordset(null::"${table}", $1)`;
  for (let at = 0; at < rows.length; at += CHUNK)
    await client.query(statement, [JSON.stringify(rows.slice(at, at + CHUNK))]);
  return rows.length;
}

const HOUR = 3_600_000;
export const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();

/** `YYYY-MM-DD`, or null. */
export const dayFrom = (now: Date, days: number | undefined) =>
  days === undefined ? null : new Date(now.getTime() + days * 24 * HOUR).toISOString().slice(0, 10);
