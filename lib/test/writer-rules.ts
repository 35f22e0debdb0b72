import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isTest, type Sources } from './sources';

const SCHEMA = readFileSync(resolve(import.meta.dirname, '../../prisma/schema.prisma'), 'utf8');

/** Table → the name that Prisma's client has for it. */
const TABLES = new Map(
  [...SCHEMA.matchAll(/^model (\w+) \{[\s\S]*?@@map\("(\w+)"\)/gm)].map(([, model = '', table = '']) => [
    table,
    model.charAt(0).toLowerCase() + model.slice(1),
  ]),
);

/** Tables in which more must hold than a row says, each with the file that sees to it. */
export const KEEPERS: Record<string, string> = {
  activity: 'lib/effects.ts',
  audit: 'lib/effects.ts',
  custom_value: 'lib/task/queries.values.ts',
  job: 'lib/queue/jobs.ts',
  job_part: 'lib/queue/jobs.ts',
  member: 'lib/person/seat.ts',
  outbox: 'lib/outbox.ts',
  project_member: 'lib/project/membership.ts',
  session: 'lib/session/sessions.ts',
  task_assignee: 'lib/task/assignment.ts',
  task_label: 'lib/task/labelling.ts',
};

/** Tables that have a second writer, and why. */
const SECOND_WRITERS: Record<string, { file: string; because: string }> = {
  notification: { file: 'lib/effects.ts', because: 'the engine makes them, and their readers mark them' },
};

/** The tables that each text writes: by calls of the client, and in raw SQL. */
const written = new Map<string, Set<string>>();

function writes(source: string, table: string): boolean {
  let tables = written.get(source);
  if (!tables) {
    const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    const named = [...TABLES].filter(([name, model]) => code.includes(name) || code.includes(model));
    tables = new Set(named.filter(([name, model]) => statement(name, model).test(code)).map(([name]) => name));
    written.set(source, tables);
  }
  return tables.has(table);
}

const statement = (table: string, model: string) =>
  new RegExp(
    `\\b${model}\\s*\\.\\s*(?:create|update|upsert|delete)\\w*\\(|\\binsert\\s+into\\s+${table}\\b|\\bdelete\\s+from\\s+${table}\\b|\\bupdate\\s+${table}(?:\\s+(?:as\\s+)?(?!set\\b)\\w+)?\\s+set\\b`,
    'i',
  );

const writersOf = (sources: Sources, table: string): string[] =>
  [...sources]
    .filter(([file, source]) => /^(app|components|lib)\//.test(file) && !isTest(file) && writes(source, table))
    .map(([file]) => file)
    .filter((file) => SECOND_WRITERS[table]?.file !== file);

/** `lib/task`, or a file that lies in `lib` itself. */
const roomOf = (file: string) => file.split('/').slice(0, 2).join('/');

/** Writers that a table has besides its own, derived from the schema and the text of the sources. */
export const strayWriters = (sources: Sources): string[] =>
  [...TABLES.keys()].flatMap((table) => {
    const writers = writersOf(sources, table);
    const keeper = KEEPERS[table];
    if (keeper) return writers.filter((file) => file !== keeper).map((file) => `${file}: ${table} is ${keeper}’s`);
    const rooms = new Set(writers.map(roomOf));
    return rooms.size > 1 ? writers.map((file) => `${file}: ${table} is written in ${[...rooms].join(', ')}`) : [];
  });

/** Keepers and second writers that write nothing of what they are listed for. */
export const idleKeepers = (sources: Sources): string[] =>
  [...Object.entries(KEEPERS), ...Object.entries(SECOND_WRITERS).map(([table, { file }]) => [table, file] as const)]
    .filter(([table, file]) => !writes(sources.get(file) ?? '', table))
    .map(([table, file]) => `${file}: ${table}`);
