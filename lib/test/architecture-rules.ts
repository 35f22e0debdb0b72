import { withoutDirection } from './direction-rule';
import { EVENT_RULES } from './event-rules';
import { slowExpressions } from './expression-rule';
import { knots } from './folder-rules';
import { JOURNEY_RULES } from './journey-rules';
import { strayQueryKeys } from './query-key-rule';
import { importsOf, isTest, type Sources } from './sources';
import { idleKeepers, KEEPERS, strayWriters } from './writer-rules';

/** The whole architecture as data: who may not import what, and what may be written where. Read top to bottom. */

export type Rule = { name: string; because: string; broken: (sources: Sources) => string[] };

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

/** What runs as the database role `auth`: before there is a seat, or about the person behind several. */
const AS_AUTH = /^lib\/(person|session|sign-up|account|attempts)\/|^lib\/[\w-]+\/auth(\.\w+)?\.ts$/;
/** Every folder with rules or reads is a domain. */
const domainsOf = (sources: Sources) =>
  new Set([...sources.keys()].flatMap((file) => /^lib\/([\w-]+)\/(?:commands|queries)\.ts$/.exec(file)?.[1] ?? []));
/** What a domain has besides: emails are written, queued and sent where their list is; bytes are beside their records. */
const MORE_FILES: Record<string, RegExp> = {
  file: /^bytes\/|^endpoints\.bytes\.examples\.ts$/,
  mail: /^(deliver|queue|render|render-work|sink|templates)\.ts$|^templates\/|^(mail|reader|unsent)\.test\.ts$/,
};
const DOMAIN_FILES = /^(schema|vocabulary|policy|queries|commands|events|jobs|endpoints|actions|auth)(\.\w+)?\.ts$/;

const TEXT = String.raw`\b\w*(?:[nN]ame|[tT]itle|[bB]ody|[tT]ext|[wW]ord|[lL]abel|[qQ]uery|[nN]ote|[sS]ummary|[dD]escription|[sS]ubject|[mM]essage|[qQ]uote|[aA]gent|[lL]ine|[cC]omment|[hH]eading|[vV]alue)(?:\(\))?\)?[?!]?`;
const CHAINED = String.raw`\.(?:trim|trimEnd|replace|replaceAll|normalize|toWellFormed|toLowerCase)\([^\n()]*(?:\([^\n()]*\))?[^\n()]*\)`;
const FIRST_ONES = String.raw`\s*\.(?:slice|substring|substr)\(0, ?(?:\d|[A-Z]{2}|most|limit)`;
/** What is called as a text is, and cut at a number; letters of code points; the same in SQL. */
const PEOPLES_TEXT_CUT = new RegExp(
  [
    `(?:${TEXT}|${CHAINED})${FIRST_ONES}`,
    String.raw`\[\.\.\.[^\]\n]+\](?:\[0\] \?\?|\.slice\(0, [^)\n]*\)\.join)`,
    String.raw`\b(?:left|substr|substring)\((?:coalesce\()?(?:\w+\.)(?:body|title|name|note|description|quote)\b, (?!\$\{pointsFor)`,
  ].join('|'),
);

/** Declarations `export function f` / `export const f` with their text. */
function exportsOf(source: string): { name: string; body: string }[] {
  return source
    .split(/^(?=export (?:async )?(?:function|const) )/m)
    .filter((body) => body.startsWith('export '))
    .map((body) => ({ name: /(?:function|const) (\w+)/.exec(body)?.[1] ?? '', body }));
}

export const RULES: Rule[] = [
  noImport(/^(components|lib)\//, /^app\//, 'app is the outermost layer'),
  noImport(/^lib\//, /^components\//, 'rules do not know pixels'),
  noImport(
    /^components\/ui\//,
    /^lib\/(?!class-names|formats|text|bidi)/,
    'ui is free of the domain: it could ship in another product',
  ),
  noImport(
    /^components\//,
    /^lib\/(.*\/)?(queries|commands|endpoints|org|auth|worker|db|transport)(\.\w+)?\.ts$|^lib\/api\//,
    'the browser reaches the server through the API and actions only',
  ),
  noImport(
    /^components\//,
    /^lib\/(?!realtime\/)[\w-]+\/(schema|events)(\.\w+)?\.ts$|^lib\/event\/|^zod$/,
    'validators do not ship to browsers: words are in vocabulary.ts, or come from the server; types are free',
  ),
  noImport(
    /^(?!lib\/(org|auth|worker)\.ts$)/,
    /^lib\/db\.ts$/,
    'three doors alone open transactions: withOrg for members, withAuth before there is a seat, withWorker for nobody',
  ),
  noImport(
    /^(?!lib\/db\.ts$)(app|components|lib|bench|middleware\.ts)/,
    /^lib\/(db\.connection\.ts$|database\/)/,
    'connections, and turns at them, are handed out by lib/db.ts alone',
  ),
  noImport(
    /^(app|components|lib|middleware\.ts)/,
    /^(pg|@prisma\/.*)$/,
    'the database is reached through lib/db.ts',
    /^lib\/(db\.connection|db|database\/handle)\.ts$/,
  ),
  noImport(
    /^(?!lib\/(database\/handle|sql)\.ts$)(app|components|lib|middleware\.ts)/,
    /^prisma\/client\//,
    'Prisma values live behind lib/database/handle.ts and lib/sql.ts; types are free',
  ),
  noImport(
    /^lib\/[\w-]+\/(schema|vocabulary|policy)(\.\w+)?\.ts$/,
    /^(server-only|next($|\/)|lib\/(org|auth|worker|db|transport|outbox|queue\/jobs|effects)\.ts|lib\/delivery\/|lib\/realtime\/publish)/,
    'schema, vocabulary and policy run in the browser too',
  ),
  noImport(
    /^lib\/[\w-]+\/(queries|commands)(\.\w+)?\.ts$/,
    /^(next($|\/)|pusher|uploadthing|lib\/transport\.ts|lib\/delivery\/|lib\/realtime\/(publish|authorise))/,
    'rules do not know HTTP or the network',
    AS_AUTH,
  ),
  noImport(
    /^middleware\.ts$/,
    /^lib\/(?!tenant\/(?:tenant|chat-host)\.ts|env\.ts|http\/(same-origin|form-body|query-text)\.ts|session-token\.ts|realtime\/live-config\.ts)/,
    'the edge guard stays tiny',
  ),
  noImport(
    /^(app|components|lib|middleware\.ts|instrumentation(-client)?\.ts)/,
    /^lib\/test\/|\.examples\.ts$/,
    'examples and fixtures are for tests, and ship to nobody',
    /-fixture\.ts$/,
  ),
  onlyIn(/\$(queryRawUnsafe|executeRawUnsafe)|Prisma\.raw\b/, /^$/, 'text that a caller could shape never becomes SQL'),
  onlyIn(
    /\$(queryRaw|executeRaw)\b/,
    /^lib\/(db|database\/handle|org|outbox|queue\/jobs|paging|operations\/\w+|markdown\/rendering)\.ts$|^lib\/delivery\/|^lib\/(person|session|sign-up|account|attempts)\/|^lib\/[\w-]+\/auth(\.\w+)?\.ts$|^lib\/transport\/once\.ts$|^lib\/[\w-]+\/queries(\.\w+)?\.ts$/,
    'raw SQL is read in review where reads live',
  ),
  onlyIn(
    /\b(orgId|org_id)\b/,
    /^lib\/(org|auth|effects|outbox|queue\/jobs|tenant\/tenant)\.ts$|^lib\/delivery\/|^lib\/(person|session|sign-up|account|attempts|mail)\/|^lib\/[\w-]+\/auth(\.\w+)?\.ts$|^lib\/realtime\/|^lib\/[\w-]+\/queries(\.\w+)?\.ts$|^scripts\/|^bench\/|^prisma\//,
    'the database fills and filters the organisation; rules never name it',
  ),
  onlyIn(
    /process\.env\b/,
    /^(lib\/env\.ts|instrumentation\.ts|scripts\/|bench\/|e2e\/|prisma\/prisma\.config\.ts)/,
    'configuration is read in one place',
  ),
  onlyIn(
    /router\.refresh\b|\brefresh\b[^;}]*\}\s*= useRouter\(|history\.(?:push|replace)State/,
    /^components\/url\/(?:use-refresh|refresh-ahead|page-url)\.ts$/,
    'Next leaves the page where an address that it did not read is read twice at a time',
  ),
  onlyIn(
    /`\/\$\{[^}`]+\}\/|\$\{[^}`]+\}\/(?:login|newpassword|dashboard|task|meeting|taskpage|project|file_manager|userlist|chat|settings|projectdetails)\b|['"`]\/['"`] \+ \w*[kK]ey\b/,
    /^lib\/tenant\/(organisation-path|tenant)\.ts$|^lib\/mail\/|^bench\/|^scripts\//,
    'addresses of an organisation are made by its links, which know whether the page is under its own host',
  ),
  {
    name: 'what reads, writes or answers is in the known files of its domain',
    because: 'a newcomer finds a thing by guessing; modules that only reckon have free names',
    broken: (sources) => {
      const domains = domainsOf(sources);
      return [...sources.keys()].filter((file) => {
        const [folder, domain = '', ...rest] = file.split('/');
        const name = rest.join('/');
        if (isTest(file) || folder !== 'lib' || !domains.has(domain)) return false;
        if (!/'server-only'|'@\/lib\/(?:org|db|sql|auth)'/.test(sources.get(file) ?? '')) return false;
        return !(DOMAIN_FILES.test(name) || MORE_FILES[domain]?.test(name) || Object.values(KEEPERS).includes(file));
      });
    },
  },
  {
    name: 'every exported command asks its policy',
    because: 'allow → check → write → say what happened',
    broken: (sources) =>
      [...sources]
        .filter(([file]) => /^lib\/[\w-]+\/commands(\.\w+)?\.ts$/.test(file))
        .flatMap(([file, source]) =>
          exportsOf(source)
            .filter(({ body }) => !/\ballow\(/.test(body))
            .map(({ name }) => `${file}: ${name}`),
        ),
  },
  {
    name: 'every table has one writer',
    because:
      'what must hold in a table, with history, notices and events, is seen to in one place (lib/test/writer-rules.ts)',
    broken: strayWriters,
  },
  {
    name: 'a keeper of a table writes it',
    because: 'the list of keepers says what is so',
    broken: idleKeepers,
  },
  {
    name: 'every server action goes through a transport',
    because: "an export of a 'use server' file is a public endpoint",
    broken: (sources) =>
      [...sources]
        .filter(([file]) => !isTest(file))
        .filter(([file, source]) => /^\s*['"]use server['"]/.test(source) || /\/actions\.ts$/.test(file))
        .flatMap(([file, source]) =>
          [...source.matchAll(/^export (?!type).*$/gm)]
            .map(([line]) => line)
            .filter((line) => !/^export const \w+ = (publicAction|formAction)\(/.test(line))
            .map((line) => `${file}: ${line}`),
        ),
  },
  {
    name: 'every endpoint is in the table',
    because: 'what lib/api/table.ts does not import, nobody can call',
    broken: (sources) => {
      const registered = new Set(importsOf(sources, 'lib/api/table.ts'));
      return [...sources.keys()].filter(
        (file) => /^lib\/[\w-]+\/endpoints(\.\w+)?\.ts$/.test(file) && !isTest(file) && !registered.has(file),
      );
    },
  },
  {
    name: 'route files are the known ones',
    because: 'every endpoint is a line of the table (lib/api/table.ts); what cannot be is listed here',
    broken: (sources) =>
      [...sources.keys()].filter(
        (file) =>
          /^app\/.*route\.tsx?$/.test(file) &&
          !/^app\/(api\/(\[\.\.\.endpoint\]|auth\/\[\.\.\.nextauth\]|pusher\/(auth|user)|picture\/\[member\]\/\[file\]|upload\/resumable\/\[\[\.\.\.id\]\]|unsubscribe\/\[token\]|answer\/\[token\]|calendar\/\[token\]|uploadthing|cron\/outbox|error-report|openapi\.json)|\.well-known\/security\.txt|healthz|readyz|logo\/\[file\]|embed\/chat\/open|dev\/mail(\.json)?)\/route\.ts$/.test(
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
    name: 'a query key is spelled in one file',
    because: 'one owner and one shape for what the browser keeps',
    broken: strayQueryKeys,
  },
  {
    name: 'which projects are archived is asked in one place',
    because: 'a count or list that forgets it shows what was put away (lib/archived.ts)',
    broken: (sources) =>
      [...sources].flatMap(([file, text]) =>
        file.startsWith('lib/') &&
        !isTest(file) &&
        /status (?:<>|=) 'archived'/.test(text) &&
        file !== 'lib/archived.ts'
          ? [file]
          : [],
      ),
  },
  ...EVENT_RULES,
  ...JOURNEY_RULES,
  {
    name: 'a module that a test replaces is given back',
    because: 'test files share a process, one after the other',
    broken: (sources) =>
      [...sources].flatMap(([file, text]) =>
        [...text.matchAll(/^vi\.mock\('([^']+)'/gm)]
          .filter(([, name]) => !text.includes(`vi.doUnmock('${name}')`))
          .map(([, name]) => `${file}: afterAll(() => vi.doUnmock('${name}'))`),
      ),
  },
  onlyIn(
    PEOPLES_TEXT_CUT,
    /^lib\/(text|clean-text|validation|push\/send|api\/channel-auth|search\/vocabulary)\.ts$|^components\/ui\/form\/pasted-lines\.ts$|^(lib\/task-import\/schema\.(text|dates)\.ts|scripts\/|bench\/|e2e\/)/,
    'texts of people are cut between letters as they see them: `cut` of lib/text.ts, in statements `pointsFor`',
  ),
  onlyIn(
    /<(?:input|textarea)\b[^>]*\bmaxLength=|\bmaxLength=\{/,
    /^$/,
    'a field that is too full keeps what was pasted and says so: `limit`, of an element `data-limit`',
  ),
  {
    name: 'no expression takes longer than in proportion to its text',
    because: 'one text of a member could stop everybody: bound the repetition, or look where it begins (`(?<!a)a+$`)',
    broken: slowExpressions,
  },
  {
    name: 'what people write has its own direction',
    because:
      'a title can be Arabic: `dir="auto"` on its element or field; bidi`…` or isolated() (lib/bidi) in a sentence',
    broken: withoutDirection,
  },
  { name: 'no knot among folders', because: 'a room can be read, and changed, without the others', broken: knots },
];
