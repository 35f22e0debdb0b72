import { dirname, join, posix } from 'node:path';
import { strayQueryKeys } from './query-key-rule';

/** The whole architecture as data: who may not import what, and what may be written where. Read top to bottom. */

/** Path → text of every source file, by its path from the root. */
export type Sources = ReadonlyMap<string, string>;
export type Rule = { name: string; because: string; broken: (sources: Sources) => string[] };

const IMPORT =
  /^(?:import|export)\s(?!type\b)[^'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gms;
const isTest = (file: string) =>
  /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('lib/test/') || file.startsWith('e2e/');

function resolved(sources: Sources, from: string, spec: string): string {
  const base = spec.startsWith('@/')
    ? spec.slice(2)
    : spec.startsWith('.')
      ? posix.normalize(join(dirname(from), spec))
      : null;
  if (base === null) return spec;
  return [base, `${base}.ts`, `${base}.tsx`, `${base}.mjs`].find((file) => sources.has(file)) ?? base;
}

/** Values a file imports (types are free), as paths from the root or package names. */
export function importsOf(sources: Sources, file: string): string[] {
  const text = (sources.get(file) ?? '').replace(/^\s*(?:\/\/|\*).*$/gm, '');
  return [...text.matchAll(IMPORT)]
    .filter(([whole]) => !/^import\s*\{\s*(?:type\s+\w+(?:\s+as\s+\w+)?\s*,?\s*)+\}\s*from/s.test(whole))
    .map((match) => resolved(sources, file, (match[1] ?? match[2] ?? match[3]) as string));
}

const noImport = (who: RegExp, what: RegExp, because: string, except = /^$/): Rule => ({
  name: `${who.source} may not import ${what.source}`,
  because,
  broken: (sources) =>
    [...sources.keys()]
      .filter((file) => who.test(file) && !except.test(file) && !isTest(file))
      .flatMap((file) =>
        importsOf(sources, file)
          .filter((spec) => what.test(spec))
          .map((spec) => `${file} → ${spec}`),
      ),
});

const onlyIn = (text: RegExp, where: RegExp, because: string): Rule => ({
  name: `${text.source} only in ${where.source}`,
  because,
  broken: (sources) =>
    [...sources]
      .filter(([file, source]) => !isTest(file) && !where.test(file) && text.test(source))
      .map(([file]) => file),
});

const DOMAIN = /^lib\/(task|comment|project|category|member|invitation|dashboard|notification|audit|organisation)\//;
const DOMAIN_FILES = /^(schema|vocabulary|policy|queries|commands|endpoints|actions)(\.\w+)?(\.test)?\.ts$/;

/** Declarations `export function f` / `export const f` with their text. */
function exportsOf(source: string): { name: string; body: string }[] {
  return source
    .split(/^(?=export (?:async )?(?:function|const) )/m)
    .filter((body) => body.startsWith('export '))
    .map((body) => ({ name: /(?:function|const) (\w+)/.exec(body)?.[1] ?? '', body }));
}

/** Developers' talk; also across the line breaks of a formatted text. */
const PROMISE =
  /later\s+(?:change|version|release)|until\s+then|(?:comes?|coming)\s+(?:soon|later)|(?:not\s+(?:yet\s+)?|to\s+be\s+)implemented|under\s+construction/gi;

export const RULES: Rule[] = [
  noImport(/^(components|lib)\//, /^app\//, 'app is the outermost layer'),
  noImport(/^lib\//, /^components\//, 'rules do not know pixels'),
  noImport(
    /^components\/ui\//,
    /^lib\/(?!class-names|formats)/,
    'ui is free of the domain: it could ship in another product',
  ),
  noImport(
    /^components\//,
    /^lib\/(.*\/)?(queries|commands|org|db|transport|endpoints)\.ts$/,
    'the browser reaches the server through the API and actions only',
  ),
  noImport(
    /^components\//,
    /^lib\/\w+\/schema\.ts$|^zod$/,
    'validators do not ship to browsers: words are in vocabulary.ts, types are free',
  ),
  noImport(
    /^(?!lib\/(org|outbox|readiness|rendering)\.ts$|lib\/auth\/|bench\/)/,
    /^lib\/db\.ts$/,
    'withOrg is the only door to tenant data',
  ),
  noImport(
    /^(app|components|lib|middleware\.ts)/,
    /^(pg|@prisma\/.*)$/,
    'the database is reached through lib/db.ts',
    /^lib\/db\.ts$/,
  ),
  noImport(
    /^(?!lib\/(db|sql)\.ts$)(app|components|lib|middleware\.ts)/,
    /^prisma\/client\//,
    'Prisma values live behind lib/db.ts and lib/sql.ts; types are free',
  ),
  noImport(
    /^lib\/\w+\/(schema|vocabulary|policy)\.ts$/,
    /^(server-only|next($|\/)|lib\/(org|db|transport|outbox|effects)\.ts|lib\/realtime\/publish)/,
    'schema, vocabulary and policy run in the browser too',
  ),
  noImport(
    /^lib\/\w+\/(queries|commands)(\.\w+)?\.ts$/,
    /^(next($|\/)|pusher|uploadthing|lib\/(transport|outbox)\.ts|lib\/realtime\/(publish|authorise))/,
    'rules do not know HTTP or the network',
    /^lib\/auth\//,
  ),
  noImport(
    /^middleware\.ts$/,
    /^lib\/(?!tenant\.ts|env\.ts|same-origin\.ts|action-body\.ts|auth\/token\.ts|realtime\/live-config\.ts)/,
    'the edge guard stays tiny',
  ),
  onlyIn(/\$(queryRawUnsafe|executeRawUnsafe)|Prisma\.raw\b/, /^$/, 'text that a caller could shape never becomes SQL'),
  onlyIn(
    /\$(queryRaw|executeRaw)\b/,
    /^lib\/(db|org|outbox|readiness|rendering)\.ts$|^lib\/auth\/|^lib\/api\/call\.ts$|^lib\/\w+\/queries(\.\w+)?\.ts$/,
    'raw SQL is read in review where reads live',
  ),
  onlyIn(
    /\b(orgId|org_id)\b/,
    /^lib\/(org|effects|outbox|tenant)\.ts$|^lib\/(auth|mail)\/|^lib\/realtime\/|^lib\/\w+\/queries(\.\w+)?\.ts$|^scripts\/|^bench\/|^prisma\//,
    'the database fills and filters the organisation; rules never name it',
  ),
  onlyIn(
    /process\.env\b/,
    /^(lib\/env\.ts|instrumentation\.ts|scripts\/|bench\/|e2e\/|prisma\/prisma\.config\.ts)/,
    'configuration is read in one place',
  ),
  onlyIn(
    /`\/\$\{[^}`]+\}\/|\$\{[^}`]+\}\/(?:login|newpassword|dashboard|task|meeting|taskpage|project|file_manager|userlist|chat|settings|projectdetails)\b|['"`]\/['"`] \+ \w*[kK]ey\b/,
    /^lib\/(organisation-path|tenant)\.ts$|^lib\/mail\/|^bench\/|^scripts\//,
    'addresses of an organisation are made by its links, which know whether the page is under its own host',
  ),
  {
    name: 'a domain folder holds only the known files',
    because: 'a newcomer finds a thing by guessing',
    broken: (sources) =>
      [...sources.keys()].filter((file) => DOMAIN.test(file) && !DOMAIN_FILES.test(file.split('/').slice(2).join('/'))),
  },
  {
    name: 'every exported command asks its policy',
    because: 'allow → check → write → record → emit',
    broken: (sources) =>
      [...sources]
        .filter(([file]) => /^lib\/\w+\/commands(\.\w+)?\.ts$/.test(file))
        .flatMap(([file, source]) =>
          exportsOf(source)
            .filter(({ body }) => !/\ballow\(/.test(body))
            .map(({ name }) => `${file}: ${name}`),
        ),
  },
  {
    name: 'every server action goes through a transport',
    because: "an export of a 'use server' file is a public endpoint",
    broken: (sources) =>
      [...sources]
        .filter(([file, source]) => /^\s*['"]use server['"]/.test(source) || /\/actions\.ts$/.test(file))
        .flatMap(([file, source]) =>
          [...source.matchAll(/^export (?!type).*$/gm)]
            .map(([line]) => line)
            .filter((line) => !/^export const \w+ = (org|public)Action\(/.test(line))
            .map((line) => `${file}: ${line}`),
        ),
  },
  {
    name: 'route files are the known ones',
    because: 'every endpoint is a line of the table (lib/api/table.ts); what cannot be is listed here',
    broken: (sources) =>
      [...sources.keys()].filter(
        (file) =>
          /^app\/.*route\.tsx?$/.test(file) &&
          !/^app\/(api\/(\[\.\.\.endpoint\]|auth\/\[\.\.\.nextauth\]|pusher\/(auth|user)|picture\/\[member\]\/\[file\]|cron\/outbox|error-report|openapi\.json)|\.well-known\/security\.txt|healthz|readyz|logo\/\[file\]|dev\/mail(\.json)?)\/route\.ts$/.test(
            file,
          ),
      ),
  },
  {
    name: 'no drawers, no barrels',
    because: 'a file’s name says what it holds',
    broken: (sources) =>
      [...sources.keys()].filter((file) =>
        /(^|\/)(index|utils?|helpers?|common|misc|types|service|manager)\.tsx?$/.test(file),
      ),
  },
  {
    name: 'a query key is spelled in one …-query.ts',
    because: 'one owner and one shape for what the browser keeps',
    broken: strayQueryKeys,
  },
  {
    name: 'no file over 300 lines',
    because: 'split the noun',
    broken: (sources) =>
      [...sources]
        .filter(([, source]) => source.split('\n').length > 301)
        .map(([file, source]) => `${file}: ${source.split('\n').length - 1}`),
  },
  {
    name: 'nothing is promised for later',
    because: 'a screen says what a person can do today, not what developers plan',
    broken: (sources) =>
      [...sources]
        .filter(([file]) => /^(app|components|lib)\//.test(file) && !isTest(file))
        .flatMap(([file, source]) =>
          [...source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '').matchAll(PROMISE)].map(([words]) => `${file}: ${words}`),
        ),
  },
  { name: 'no cycles', because: 'arrows point down', broken: cycles },
];

function cycles(sources: Sources): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      found.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const next of importsOf(sources, file)) if (sources.has(next)) visit(next, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of sources.keys()) if (!isTest(file)) visit(file, []);
  return found;
}
