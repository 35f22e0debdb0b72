import 'server-only';
import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { env } from '@/lib/env';
import type { Db } from '@/lib/sql';
import { Prisma, PrismaClient } from '@/prisma/client/client';

/** Statements of one transaction: raw SQL goes to its connection directly, the client of models only when one is named. */

/** Beyond these, texts are too many for their plans to be kept. */
const MOST_NAMED = 2_000;
const names = new Map<string, string>();

/** The same text is the same statement, in every process that shares a pooler's connections, so its plan is worth keeping. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMED || !env.namesStatements) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

type Connection = { query(config: pg.QueryConfig & { types?: pg.CustomTypesConfig }): Promise<pg.QueryResult> };

const [INT8, BYTEA, DATE, TIMESTAMP] = [20, 17, 1082, 1114];
const PARSERS: Record<number, (text: string) => unknown> = {
  [INT8]: BigInt,
  [BYTEA]: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
  [DATE]: (text) => new Date(`${text}T00:00:00Z`),
  [TIMESTAMP]: (text) => new Date(`${text.replace(' ', 'T')}Z`),
};
/** Values as Prisma’s client gives them. */
export const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/** pg writes a date in the process’ time zone. */
const written = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

function send(connection: Connection, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  return connection.query({ name: nameOf(text), text, values: values.map(written), types: TYPES });
}

/** Whoever asked for two at once learns of the first failure; the second must not end the process. */
export function heard<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  return answer;
}

type Query = TemplateStringsArray | Prisma.Sql;

/** `models` makes Prisma’s client on this connection. */
export function handleOn(connection: Connection, models: () => PrismaClient): Db {
  const tagged = (query: Query, values: unknown[]) => {
    const { text, values: all } = 'text' in query ? query : Prisma.sql(query, ...values);
    return send(connection, text, all);
  };
  const raw: Record<PropertyKey, unknown> = {
    $queryRaw: (query: Query, ...values: unknown[]) => heard(tagged(query, values).then(({ rows }) => rows)),
    $executeRaw: (query: Query, ...values: unknown[]) =>
      heard(tagged(query, values).then(({ rowCount }) => rowCount ?? 0)),
    // biome-ignore lint/suspicious/noThenProperty: `await` asks for `then`, which must not reach Prisma's client
    then: undefined,
  };
  return new Proxy(raw, {
    get: (own, name) => (name in own ? own[name] : models()[name as keyof PrismaClient]),
  }) as unknown as Db;
}

/** Prisma’s client for the transactions of one place, one after the other. */
export type Place = { connection: Connection | undefined; models: () => PrismaClient; close: () => Promise<void> };

export function newPlace(): Place {
  let made: PrismaClient | undefined;
  const place: Place = {
    connection: undefined,
    models: () => {
      const adapter = () =>
        new PrismaPg(new PlacePool(place), { statementNameGenerator: ({ sql }) => nameOf(sql) as string });
      made ??= new PrismaClient({ adapter: adapter() });
      return made;
    },
    close: async () => made?.$disconnect(),
  };
  return place;
}

const DONE = { rows: [], fields: [], rowCount: 0, command: '' } as unknown as pg.QueryResult;

/** What Prisma takes for a pool: the connection that holds the place. It begins and ends nothing: lib/db.ts does. */
class PlacePool extends pg.Pool {
  constructor(place: Place) {
    super();
    const query = (config: pg.QueryConfig) => {
      if (/^(?:BEGIN|COMMIT|ROLLBACK)$/.test(config.text)) return Promise.resolve(DONE);
      if (!place.connection) return Promise.reject(new Error('This transaction has ended.'));
      return place.connection.query(config);
    };
    const client = { query, release: () => {}, on: () => {}, removeListener: () => {} };
    Object.assign(this, { query, connect: () => Promise.resolve(client) });
  }
}
