/** Landed migrations are never edited: `prisma/migrations.sha256` has their hashes, in `sha256sum -c` format. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const listFile = path.join(root, 'prisma/migrations.sha256');

/** Hexadecimal; Prisma stores the same as `checksum`. */
export const migrationHash = (sql: string) => createHash('sha256').update(sql).digest('hex');

const lineOf = (name: string, sql: string) => `${migrationHash(sql)}  prisma/migrations/${name}/migration.sql`;
const nameIn = (line: string) => /prisma\/migrations\/([^/]+)\/migration\.sql$/.exec(line)?.[1] ?? line;
const linesOf = (list: string) => list.split('\n').filter(Boolean);

/** @returns each migration's text by its folder's name, oldest first */
export function readMigrations(): Map<string, string> {
  const folder = path.join(root, 'prisma/migrations');
  const names = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    names
      .map(({ name }) => name)
      .sort()
      .map((name) => [name, fs.readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')]),
  );
}

export const readHashes = () => fs.readFileSync(listFile, 'utf8');

/** @returns a sentence for each one that is new, edited or gone, with what to do */
export function hashFaults(migrations: ReadonlyMap<string, string>, list: string): string[] {
  const recorded = new Map(linesOf(list).map((line) => [nameIn(line), line]));
  const present = [...migrations].flatMap(([name, sql]) => {
    const line = lineOf(name, sql);
    if (!recorded.has(name))
      return `${name} is not recorded yet: \`npm run migrate -- record\`, or add to prisma/migrations.sha256 the line\n${line}`;
    if (recorded.get(name) === line) return [];
    return `${name} was edited after it was recorded: databases that have it would never get the change. Take the edit back and write a new migration. (Only if it has not left your machine: remove its line from prisma/migrations.sha256 and \`npm run migrate -- record\`.)`;
  });
  const gone = [...recorded.keys()].filter((name) => !migrations.has(name));
  return [
    ...present,
    ...gone.map((name) => `${name} is recorded in prisma/migrations.sha256, but is gone: bring it back`),
  ];
}

/** Recorded hashes stay as they are. @returns the names of the new ones */
export function recordHashes(): string[] {
  const list = readHashes();
  const recorded = new Set(linesOf(list).map(nameIn));
  const added = [...readMigrations()].filter(([name]) => !recorded.has(name));
  const lines = [...linesOf(list), ...added.map(([name, sql]) => lineOf(name, sql))];
  fs.writeFileSync(
    listFile,
    lines
      .sort((a, b) => nameIn(a).localeCompare(nameIn(b), 'en'))
      .map((line) => `${line}\n`)
      .join(''),
  );
  return added.map(([name]) => name);
}
