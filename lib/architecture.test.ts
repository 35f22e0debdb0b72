import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES, type Sources } from '@/lib/test/architecture-rules';

const ROOT = resolve(import.meta.dirname, '..');

function readTree(): Sources {
  const folders = ['app', 'components', 'lib', 'scripts', 'e2e', 'bench']
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1)),
    );
  const files = [...folders, 'middleware.ts', 'instrumentation.ts'].filter((file) => /\.(tsx?|mjs)$/.test(file));
  return new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
}

const tree = readTree();

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
  ['lib/task/queries.extra.ts', "import { asAuth } from '@/lib/db';\n", 'withOrg is the only door'],
  ['app/page-thing.ts', "import { asAuth } from '../lib/db';\n", 'withOrg is the only door'],
  ['lib/task/queries.extra.ts', "import pg from 'pg';\n", 'the database is reached'],
  ['lib/task/queries.extra.ts', "import { PrismaClient } from '@/prisma/client/client';\n", 'Prisma values live'],
  ['lib/task/policy.ts', "import 'server-only';\n", 'run in the browser too'],
  ['lib/task/commands.ts', "import { headers } from 'next/headers';\n", 'rules do not know HTTP'],
  ['middleware.ts', "import { withOrg } from '@/lib/org';\n", 'the edge guard stays tiny'],
  ['lib/task/queries.ts', 'db.$queryRawUnsafe(text);\n', 'never becomes SQL'],
  ['lib/task/commands.ts', 'db.$queryRaw`select 1`;\n', 'raw SQL is read'],
  ['lib/task/commands.ts', 'const where = { orgId };\n', 'rules never name it'],
  ['lib/task/commands.ts', 'process.env.SECRET;\n', 'configuration is read in one place'],
  ['components/task/thing.tsx', `const href = \`/\${organisation.key}/task?view=board\`;\n`, 'made by its links'],
  ['components/task/thing.tsx', `const href = \`\${base}/taskpage?task=\${key}\`;\n`, 'made by its links'],
  ['lib/task/service-layer.ts', '', 'finds a thing by guessing'],
  [
    'lib/task/commands.ts',
    'export async function eraseTask(ctx: Ctx) {\n  await ctx.db.task.delete();\n}\n',
    'allow → check',
  ],
  ['lib/task/actions.ts', "'use server';\nexport async function raw() {}\n", 'public endpoint'],
  ['app/api/backdoor/route.ts', 'export const GET = () => {};\n', 'a line of the table'],
  ['app/thing.tsx', '<p>Files come with a later\n  change</p>', 'what developers plan'],
  ['lib/utils.ts', '', 'says what it holds'],
  [
    'components/project/thing-query.ts',
    "export const mine = queryOptions({ queryKey: ['categories'], queryFn });\n",
    'one owner and one shape',
  ],
  ['components/project/thing-query.ts', "export const KEY = ['categories'];\n", 'one owner and one shape'],
  ['components/project/thing.tsx', "useQuery({ queryKey: ['fresh'], queryFn });\n", 'one owner and one shape'],
  [
    'components/project/thing.tsx',
    "const key = ['fresh', id];\nuseQuery({ queryKey: key });\n",
    'one owner and one shape',
  ],
  ['components/project/thing.tsx', "client.setQueryData<Shape>(['fresh'], docs);\n", 'one owner and one shape'],
  ['lib/long-file.ts', 'x\n'.repeat(302), 'split the noun'],
];

describe('the walls themselves', () => {
  test.each(PLANTED)('notice %s with %j', (file, text, because) => {
    const rule = RULES.find((one) => one.because.includes(because));
    const planted = new Map([...tree, [file, text]]);
    expect(rule?.broken(planted).some((line) => line.startsWith(file))).toBe(true);
  });

  test('notice a cycle', () => {
    const planted = new Map([
      ['lib/a.ts', "import { b } from '@/lib/b';"],
      ['lib/b.ts', "import { a } from './a';"],
    ]);
    expect(RULES.find(({ name }) => name === 'no cycles')?.broken(planted)).toEqual(['lib/a.ts → lib/b.ts → lib/a.ts']);
  });
});
