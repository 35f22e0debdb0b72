/** Prisma's schema engine as WebAssembly, without downloading the native one. For developers and tests only. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum, type SqlQuery } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { applyMigrations } from './migration-engine';
import { prismaFolder, withClient } from './pending-migrations.mjs';

type EngineModule = {
  SchemaEngine: typeof SchemaEngine;
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
};

let loading: Promise<EngineModule> | undefined;

/** The package's own entry imports a .wasm file, which Node 20 cannot do. */
function loadEngine(): Promise<EngineModule> {
  loading ??= (async () => {
    const folder = path.dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
    const glue: EngineModule = await import(pathToFileURL(path.join(folder, 'schema_engine_bg.js')).href);
    const binary = new WebAssembly.Module(fs.readFileSync(path.join(folder, 'schema_engine_bg.wasm')));
    const instance = new WebAssembly.Instance(binary, {
      './schema_engine_bg.js': glue as unknown as WebAssembly.ModuleImports,
    });
    Object.assign(globalThis, {
      PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(`schema engine: ${message}`) },
    });
    glue.__wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
    return glue;
  })();
  return loading;
}

/** By PostgreSQL's type number; values stay text unless listed. */
const TYPES: Record<number, { type: number; parse: (text: string) => unknown }> = {
  16: { type: ColumnTypeEnum.Boolean, parse: (text) => text === 't' },
  18: { type: ColumnTypeEnum.Character, parse: String },
  20: { type: ColumnTypeEnum.Int64, parse: String },
  21: { type: ColumnTypeEnum.Int32, parse: Number },
  23: { type: ColumnTypeEnum.Int32, parse: Number },
  26: { type: ColumnTypeEnum.Int64, parse: String },
};
const UNKNOWN = { type: ColumnTypeEnum.Text, parse: String };
const LISTS: Record<number, number> = { 1003: ColumnTypeEnum.TextArray, 1009: ColumnTypeEnum.TextArray };

function catalogueDriver(client: pg.Client) {
  const text = (value: string) => value;
  const refuse = () => Promise.reject(new Error('The comparison only reads'));
  const adapter = {
    provider: 'postgres' as const,
    adapterName: 'catalogue',
    async queryRaw({ sql, args }: SqlQuery) {
      const { fields, rows } = await client.query({
        text: sql,
        values: args,
        rowMode: 'array',
        types: {
          getTypeParser: (oid: number) => (oid in LISTS ? pg.types.getTypeParser(oid) : (TYPES[oid]?.parse ?? text)),
        },
      });
      const columnTypes = fields.map(({ dataTypeID: oid }) => LISTS[oid] ?? (TYPES[oid] ?? UNKNOWN).type);
      return { columnNames: fields.map(({ name }) => name), columnTypes: columnTypes as never, rows };
    },
    executeRaw: refuse,
    executeScript: refuse,
    startTransaction: refuse,
    dispose: async () => {},
  };
  const connect = () => Promise.resolve(adapter);
  return { provider: adapter.provider, adapterName: adapter.adapterName, connect, connectToShadowDb: connect };
}

async function withBuiltDatabase<T>(url: string, folder: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const name = `drift_${randomUUID()}`;
  const own = new URL(url);
  own.pathname = `/${name}`;
  return withClient(url, async (client) => {
    await client.query(`create database "${name}" template template0`);
    try {
      await applyMigrations(own.href, folder);
      return await withClient(own.href, work);
    } finally {
      await client.query(`drop database "${name}"`);
    }
  });
}

/** @param url a login that may create databases @returns SQL that would close the gap, or null when there is none */
export async function findDrift(url: string, folder = prismaFolder): Promise<string | null> {
  const { SchemaEngine: Engine } = await loadEngine();
  const schema = fs.readFileSync(path.join(folder, 'schema.prisma'), 'utf8');
  const files = [{ path: 'schema.prisma', content: schema }];
  return withBuiltDatabase(url, folder, async (client) => {
    const driver = bindMigrationAwareSqlAdapterFactory(catalogueDriver(client));
    const engine = await Engine.new({ datamodels: [['schema.prisma', schema]] }, () => {}, driver);
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: folder },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 0 ? null : (stdout ?? '');
  });
}

/**
 * Policies, checks and functions, which the schema file cannot express, are added by hand.
 * @param name lower case words with underscores
 * @returns the new folder's name, or null when there is no difference
 */
export async function createMigration(url: string, name: string, folder = prismaFolder): Promise<string | null> {
  const sql = await findDrift(url, folder);
  if (sql === null) return null;
  const migrations = path.join(folder, 'migrations');
  const target = path.join(migrations, `${timeAfter(fs.readdirSync(migrations))}_${name}`);
  fs.mkdirSync(target, { recursive: true });
  fs.writeFileSync(path.join(target, 'migration.sql'), sql);
  return path.basename(target);
}

/** Now, or a second after the last migration: the order of names is the order in which they run. */
function timeAfter(migrations: readonly string[]): string {
  const last =
    migrations
      .filter((one) => /^\d{14}_/.test(one))
      .sort()
      .at(-1) ?? '';
  const at = last.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3T$4:$5:$6Z');
  const next = Math.max(Date.now(), last ? Date.parse(at) + 1000 : 0);
  return new Date(next).toISOString().replace(/\D/g, '').slice(0, 14);
}
