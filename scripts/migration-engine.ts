/**
 * Prisma's schema engine as WebAssembly: migrations without downloading an engine. It reads and writes the table
 * `_prisma_migrations`, so `prisma migrate deploy` can take over at any time.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { MigrationAdapter } from './migration-adapter';

/** Instances that migrate at the same time take turns. Any number will do, as long as it stays the same. */
const MIGRATION_LOCK = 4_711_350;
const filters = { externalTables: [], externalEnums: [] };

/** Where the schema and its migrations are: `schema.prisma`, `migrations/`. */
export const prismaFolder = path.resolve(import.meta.dirname, '../prisma');

type EngineModule = {
  SchemaEngine: typeof SchemaEngine;
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
};

let loading: Promise<EngineModule> | undefined;

/** The package's own entry imports a .wasm file, which Node 20 cannot; so the parts are put together here. */
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

const schemaFiles = (folder: string) => [
  { path: 'schema.prisma', content: fs.readFileSync(path.join(folder, 'schema.prisma'), 'utf8') },
];

function migrationNames(folder: string): string[] {
  const entries = fs.readdirSync(path.join(folder, 'migrations'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function migrationsList(folder: string) {
  const baseDir = path.join(folder, 'migrations');
  const lockfile = path.join(baseDir, 'migration_lock.toml');
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: fs.existsSync(lockfile) ? fs.readFileSync(lockfile, 'utf8') : null,
    },
    shadowDbInitScript: '',
    migrationDirectories: migrationNames(folder).map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: fs.readFileSync(path.join(baseDir, name, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

async function withEngine<T>(url: string, folder: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const { SchemaEngine: Engine } = await loadEngine();
  const adapter = new MigrationAdapter(url);
  try {
    const datamodels = schemaFiles(folder).map((file): [string, string] => [file.path, file.content]);
    const engine = await Engine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter));
    return await work(engine);
  } finally {
    await adapter.close();
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Applies the migrations that the database does not have yet. A second caller waits for the first.
 * @param url the owner of the database
 * @param onWait called when somebody else is migrating
 * @returns the names of those applied, oldest first
 * @throws with the engine's report when one fails; that one is then recorded as failed, and nothing of it stays
 */
export async function applyMigrations(url: string, folder = prismaFolder, onWait?: () => void): Promise<string[]> {
  return withClient(url, async (client) => {
    const free = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [MIGRATION_LOCK]);
    if (!free.rows[0]?.free) {
      onWait?.();
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    }
    const input = { migrationsList: migrationsList(folder), filters };
    return withEngine(url, folder, async (engine) => (await engine.applyMigrations(input)).appliedMigrationNames);
  });
}

/** The names of the migrations that the database does not have yet, oldest first. */
export async function pendingMigrations(url: string, folder = prismaFolder): Promise<string[]> {
  const applied = await withClient(url, async (client) => {
    const table = await client.query<{ present: boolean }>(
      `select to_regclass('_prisma_migrations') is not null as present`,
    );
    if (!table.rows[0]?.present) return new Set<string>();
    const { rows } = await client.query<{ migration_name: string }>(
      'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
    );
    return new Set(rows.map((row) => row.migration_name));
  });
  return migrationNames(folder).filter((name) => !applied.has(name));
}

/**
 * What separates the schema file from what the migrations build (in a shadow database that is dropped again).
 * @returns SQL that would close the gap, or null when there is none
 */
export async function findDrift(url: string, folder = prismaFolder): Promise<string | null> {
  return withEngine(url, folder, async (engine) => {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrationsList(folder) },
      to: { tag: 'schemaDatamodel', files: schemaFiles(folder) },
      script: true,
      exitCode: true,
      filters,
    });
    return exitCode === 0 ? null : (stdout ?? '');
  });
}

/**
 * Writes a migration that brings the migrations up to the schema file. Rules that the schema file cannot express
 * (policies, checks, functions) are added to it by hand.
 * @param name lower case words with underscores
 * @returns the new folder's name, or null when there is no difference
 */
export async function createMigration(url: string, name: string, folder = prismaFolder): Promise<string | null> {
  const sql = await findDrift(url, folder);
  if (sql === null) return null;
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const target = path.join(folder, 'migrations', `${time}_${name}`);
  fs.mkdirSync(target, { recursive: true });
  fs.writeFileSync(path.join(target, 'migration.sql'), sql);
  return path.basename(target);
}

/**
 * Forgets a migration that failed, so that its corrected text is applied by the next `applyMigrations`.
 * @throws when the database holds no failed migration of that name
 */
export async function forgetFailedMigration(url: string, name: string, folder = prismaFolder): Promise<void> {
  await withEngine(url, folder, (engine) => engine.markMigrationRolledBack({ migrationName: name }));
}
