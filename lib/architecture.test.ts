import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from '@/lib/test/architecture-rules';
import { readSources } from '@/lib/test/needs';
import { SECURITY_CASES, WITHOUT_TEST } from '@/lib/test/security-cases';
import { hashFaults, readHashes, readMigrations } from '../scripts/migration/migration-hashes';

const ROOT = resolve(import.meta.dirname, '..');

const tree = readSources(ROOT);

describe('the architecture', () => {
  test.each(RULES)('$name: $because', ({ broken }) => {
    expect(broken(tree)).toEqual([]);
  });
});

/** What each wall must catch: a file that breaks it, planted into the tree. */
const PLANTED: [string, string, string][] = [
  ['lib/task/commands.ts', "import { x } from '@/app/page';\n", 'app is the outermost layer'],
  ['lib/task/commands.ts', "import { Board } from '@/components/task/board';\n", 'rules do not know pixels'],
  ['components/ui/thing.tsx', "import { STATUSES } from '@/lib/task/vocabulary';\n", 'ui is free of the domain'],
  ['components/task/thing.tsx', "import { listTasks } from '@/lib/task/queries';\n", 'the browser reaches the server'],
  ['components/task/thing.tsx', "import { CreateTask } from '@/lib/task/schema';\n", 'validators do not ship'],
  ['components/task/thing.tsx', "import { EditMember } from '@/lib/member/schema.manage';\n", 'validators do not ship'],
  ['components/task/thing.tsx', "import { x } from '@/lib/member/queries.manage';\n", 'the browser reaches the server'],
  ['lib/task/commands.ts', "import { examples } from '@/lib/task/endpoints.examples';\n", 'ship to nobody'],
  ['lib/task/commands.ts', "import { fixtureId } from '@/lib/test/fixtures';\n", 'ship to nobody'],
  ['lib/account/schema.security.ts', "import 'server-only';\n", 'run in the browser too'],
  ['lib/task/vocabulary.extra.ts', "import { withOrg } from '@/lib/org';\n", 'run in the browser too'],
  ['lib/task/queries.extra.ts', "import { asAuth } from '@/lib/db';\n", 'three doors alone'],
  ['lib/session/thing.ts', "import { asAuth, type Other } from '@/lib/db';\n", 'three doors alone'],
  ['lib/task/queries.extra.ts', "import pg from 'pg';\n", 'the database is reached'],
  ['lib/task/queries.extra.ts', "import { PrismaClient } from '@/prisma/client/client';\n", 'Prisma values live'],
  ['lib/task/commands.ts', "import { headers } from 'next/headers';\n", 'rules do not know HTTP'],
  ['middleware.ts', "import { withOrg } from '@/lib/org';\n", 'the edge guard stays tiny'],
  ['lib/task/queries.ts', 'db.$queryRawUnsafe(text);\n', 'never becomes SQL'],
  ['lib/task/commands.ts', 'db.$queryRaw`select 1`;\n', 'raw SQL is read'],
  ['lib/task/commands.ts', 'const where = { orgId };\n', 'rules never name it'],
  ['lib/task/commands.ts', 'process.env.SECRET;\n', 'configuration is read in one place'],
  ['components/task/thing.tsx', `const href = \`/\${organisation.key}/task?view=board\`;\n`, 'made by its links'],
  ['components/task/thing.tsx', `const href = \`\${base}/taskpage?task=\${key}\`;\n`, 'made by its links'],
  ['components/task/thing.tsx', 'const router = useRouter();\nrouter.refresh();\n', 'read twice at a time'],
  ['components/task/thing.tsx', 'const { refresh } = useRouter();\n', 'read twice at a time'],
  ['lib/task/thing.ts', 'const short = title.slice(0, 80);\n', 'texts of people are cut'],
  ['lib/task/thing.ts', 'const short = text.trim().slice(0, MOST);\n', 'texts of people are cut'],
  ['lib/task/thing.ts', "const short = [...name].slice(0, 60).join('');\n", 'texts of people are cut'],
  ['lib/task/queries.thing.ts', `sql\`left(c.body, \${MOST})\`;\n`, 'texts of people are cut'],
  ['components/task/thing.tsx', '<TextField label="Title" maxLength={200} />;\n', 'keeps what was pasted'],
  ['lib/task/service-layer.ts', "import 'server-only';\n", 'finds a thing by guessing'],
  ['lib/bin/sweeper.ts', "import type { Db } from '@/lib/sql';\n", 'finds a thing by guessing'],
  [
    'lib/task/commands.ts',
    'export async function eraseTask(ctx: Ctx) {\n  await ctx.db.task.delete();\n}\n',
    'allow → check',
  ],
  ['lib/task/actions.ts', "'use server';\nexport async function raw() {}\n", 'public endpoint'],
  ['lib/planted/endpoints.ts', 'export const plantedEndpoints = defineEndpoints({});\n', 'nobody can call'],
  ['app/api/backdoor/route.ts', 'export const GET = () => {};\n', 'a line of the table'],
  ['lib/utils.ts', '', 'says what it holds'],
  [
    'components/project/thing-query.ts',
    "export const mine = queryOptions({ queryKey: ['categories'], queryFn });\n",
    'one owner and one shape',
  ],
  ['components/project/thing-query.ts', "export const KEY = ['categories'];\n", 'one owner and one shape'],
  ['lib/member/commands.ts', 'await ctx.db.projectMember.deleteMany({ where });\n', 'is seen to in one place'],
  ['lib/auth/thing.ts', 'db.$executeRaw`insert into project_member values (1)`;\n', 'is seen to in one place'],
  ['lib/task/commands.ts', 'db.taskAssignee\n    .createMany({ data });\n', 'is seen to in one place'],
  ['lib/task/commands.ts', 'await ctx.db.activity.createMany({ data });\n', 'is seen to in one place'],
  ['lib/task/queries.ts', "sql`p.status <> 'archived'`;\n", 'shows what was put away'],
  ['lib/chat/events.ts', 'export const chatEvents = defineEvents({});\n', 'nobody can say it'],
  ['lib/task/thing.ts', 'export const bare = (text: string) => text.replace(/,+$/, "");\n', 'in proportion'],
  ['lib/task/thing.ts', 'export const is = (text: string) => /^(a+)+$/.test(text);\n', 'in proportion'],
  ['components/task/thing.tsx', 'export const Thing = ({ title }: P) => <b>{title}</b>;\n', 'can be Arabic'],
  ['components/task/thing.tsx', 'export const Thing = () => <textarea rows={2} />;\n', 'can be Arabic'],
  ['components/task/thing.ts', `export const say = (name: string) => \`Delete \${name}?\`;\n`, 'can be Arabic'],
  ['lib/task/thing.test.ts', "vi.mock('node:fs');\n", 'share a process'],
  ['lib/session/thing.ts', "import { signUp } from '@/lib/sign-up/sign-up';\n", 'a room can be read'],
  ['e2e/journeys/thing.spec.ts', 'await expect(row).toBeVisible({ timeout: 5_000 });\n', 'no reason to fail'],
  ['e2e/journeys/thing.spec.ts', 'await page.waitForTimeout(100);\n', 'says what it waits for'],
  ['components/task/thing.part.tsx', 'await new Promise((done) => setTimeout(done, 50));\n', 'until it is time'],
  ['e2e/journeys/thing.spec.ts', 'test.setTimeout(120_000);\n', 'what is given to all'],
  ['e2e/journeys/thing.spec.ts', "expect(page.url()).toContain('a');\n", 'toHaveURL waits'],
  [
    'e2e/journeys/thing.spec.ts',
    "await page.getByRole('button', { name: 'Undo' }).click();\n",
    'messagesStay keeps it',
  ],
];

describe('the walls themselves', () => {
  test.each(PLANTED)('notice %s with %j', (file, text, because) => {
    const rule = RULES.find((one) => `${one.name}, ${one.because}`.includes(because));
    const planted = new Map([...tree, [file, text]]);
    expect(rule?.broken(planted).some((line) => line.startsWith(file))).toBe(true);
  });

  test('notice a domain that says nothing of what it does', () => {
    const planted = new Map([...tree, ['lib/chat/commands.ts', 'export const send = () => allow(true);\n']] as const);
    const rule = RULES.find(({ name }) => name === 'every domain with commands has a table of events');
    expect(rule?.broken(planted)).toEqual(['lib/chat/events.ts']);
  });
});

describe('a migration that has landed is never edited', () => {
  const migrations = readMigrations();
  const [name, sql] = [...migrations][0] as [string, string];
  const faults = (changed: ReadonlyMap<string, string>) => hashFaults(changed, readHashes()).join('\n');

  test('all are as they were recorded', () => {
    expect(faults(migrations)).toBe('');
  });

  test('an edit, a new one and a missing one are noticed, with what to do', () => {
    expect(faults(new Map([...migrations, [name, `${sql} `]]))).toContain(`${name} was edited after it was recorded`);
    const added = faults(new Map([...migrations, ['20990101000000_new', 'select 1;']]));
    expect(added).toMatch(
      /npm run migrate -- record.*\n[0-9a-f]{64} {2}prisma\/migrations\/20990101000000_new\/migration\.sql/,
    );
    expect(faults(new Map([...migrations].slice(1)))).toContain('is gone: bring it back');
  });
});

/** Which security case has which tests: the ids stand at the beginning of their names. */

const NAME = /\b(?:test|describe)(?:[.]\w+)*(?:\([^\n]*?\)|`[^`]*`)?\(\s*(['"`])((?:[A-Z]+\d{2} )+)/g;

function idsInTests(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const folder of ['lib', 'scripts', 'app', 'components', 'e2e'])
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, name);
      if (!/[.](test|part|spec)[.]tsx?$/.test(file)) continue;
      const source = readFileSync(join(ROOT, file), 'utf8');
      // A table's rows stand between `each` and the name.
      const names = [
        ...source.matchAll(NAME),
        ...source.matchAll(/^\s*\]\s*(?:as const)?\s*\)\(\s*(['"`])((?:[A-Z]+\d{2} )+)/gm),
      ];
      for (const [, , ids = ''] of names)
        for (const id of ids.trim().split(' ')) found.set(id, [...(found.get(id) ?? []), file]);
    }
  return found;
}

test('every security case of the groups A, S, R, I, F and P has a test that carries its id, or a reason to have none', () => {
  const tested = idsInTests();
  const ids = Object.keys(SECURITY_CASES);
  const lines = ids.map((id) => `${id} ${tested.get(id)?.length ?? WITHOUT_TEST[id] ?? 'NO TEST'}`);
  console.info(`tests by case: ${lines.join(' · ')}`);
  expect(ids.filter((id) => !tested.has(id) && !WITHOUT_TEST[id])).toEqual([]);
  expect(
    Object.keys(WITHOUT_TEST).filter((id) => tested.has(id)),
    'these have tests now',
  ).toEqual([]);
  expect(
    [...tested.keys()].filter((id) => /^[ASRIFP]\d/.test(id) && !SECURITY_CASES[id]),
    'no such case',
  ).toEqual([]);
});
