import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PERMISSIONS, scopeOf } from '@/lib/permission/schema';
import { ACTION_CASES, type ActionCase } from '@/lib/test/action-cases';
import { ACTORS, type Actor, tokensOfActors } from '@/lib/test/actors';
import { changedBetween, type Digest, digestOf, restorerOf } from '@/lib/test/database-digest';
import { loggedAbout } from '@/lib/test/logged';
import { runAction, succeeded } from '@/lib/test/next-request';
import { ownerClient } from '@/lib/test/owner';
import { allOr } from '@/lib/test/whole';
import { bearer } from '@/lib/test/wire';

// Only what Next hands to a running action; all of our own is real.
vi.mock('next/headers', () => import('@/lib/test/next-request'));
afterAll(() => vi.doUnmock('next/headers'));

/** R01: every server action as every actor, like the sweep of the endpoints. */

const ROOT = join(import.meta.dirname, '..');
const owner = ownerClient({ RATE_LIMIT_FACTOR: '10000' });
let tokens: Map<string, string | null>;
let digest: () => Promise<Digest>;
let restore: () => Promise<void>;
let calls = 0;

beforeAll(async () => {
  tokens = await tokensOfActors(owner);
  for (const { control } of Object.values(ACTION_CASES)) if (control) tokens.set(control, await bearer(control));
  await owner.query(`update session set kind = 'browser'`);
  digest = await digestOf(owner);
  restore = await restorerOf(owner, digest);
});

/** `file name` of each export of each file whose exports anybody can call. */
function actionsInTree(): string[] {
  return ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('lib/test/'))
      .flatMap((file) => {
        const source = readFileSync(join(ROOT, file), 'utf8');
        if (!/^\s*['"]use server['"]/m.test(source)) return [];
        return [...source.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)].map(
          ([, name]) => `${file} ${name}`,
        );
      }),
  );
}

test('R13 every server action says here which right it asks for, and no other is named', () => {
  const here = Object.keys(ACTION_CASES);
  const there = actionsInTree();
  const differ = (one: string[], other: string[]) => one.filter((name) => !other.includes(name));
  expect(differ(there, here), 'add them to lib/test/action-cases.ts').toEqual([]);
  expect(differ(here, there), 'not there any more').toEqual([]);
  for (const { permission } of Object.values(ACTION_CASES))
    expect(['anonymous', 'session', ...Object.keys(PERMISSIONS)]).toContain(permission);
});

function mayCall({ permission, inOrganisation, only }: ActionCase, { name, standing, role }: Actor): boolean {
  if (only) return only.includes(name);
  if (permission === 'anonymous') return true;
  if (standing === 'nobody') return false;
  if (permission === 'session') return true;
  if (standing === 'refused' || (inOrganisation && standing === 'foreign')) return false;
  return role !== null && scopeOf(role, permission) !== 'none';
}

const deniedOf = (line: ActionCase) => ACTORS.filter((actor) => !mayCall(line, actor));
/** Those who may show the same of an action: whose case it is, and one of each kind. */
const permittedOf = (line: ActionCase) =>
  allOr(
    ACTORS.filter((actor) => mayCall(line, actor)),
    ({ name }, at) => name === line.control?.replace('acme.', '') || at % 5 === 0,
  );

async function actionOf(name: string): Promise<(...args: unknown[]) => Promise<unknown>> {
  const [file, exported] = name.split(' ') as [string, string];
  return (await import(join(ROOT, file)))[exported];
}

test.each(Object.entries(ACTION_CASES))('R01 %s', async (name, line) => {
  const action = await actionOf(name);
  const run = (who: string, args: unknown[]) => runAction(tokens.get(who) ?? null, () => action(...args));
  const denied = deniedOf(line);

  if (denied.length) {
    const args = await line.make(owner);
    for (const { name: actor, standing } of denied) {
      const before = await digest();
      const outcome = await run(actor, args);
      calls++;
      expect([actor, succeeded(outcome)]).toEqual([actor, false]);
      // Whoever tries another organisation's door leaves a line in the audit log of their own (G02).
      const noted = line.inOrganisation && standing === 'foreign' ? ['audit'] : [];
      expect(changedBetween(before, await digest()), `what the denial of ${actor} changed`).toEqual(noted);
    }
    const control = await run(line.control ?? 'anonymous', args);
    expect(succeeded(control), `the same call by whoever may: ${JSON.stringify(control.value)}`).toBe(true);
    await restore();
  }
  const permit = async ({ name: actor }: Actor, args: unknown[]) => {
    const outcome = await run(actor, args);
    calls++;
    expect([actor, succeeded(outcome), outcome.value]).toEqual([actor, true, outcome.value]);
  };
  const permitted: [Actor, unknown[]][] = [];
  for (const actor of permittedOf(line)) {
    await owner.query('delete from rate_limit');
    const args = await line.make(owner);
    // Strangers' answers take their time on purpose; who sends them makes no difference there.
    if (line.permission === 'anonymous' && !line.oneAccount) permitted.push([actor, args]);
    else await permit(actor, args);
    await restore();
  }
  await Promise.all(permitted.map(([actor, args]) => permit(actor, args)));
  await restore();
});

const HOSTILE: readonly unknown[] = allOr<unknown>(
  [
    ...[undefined, null, true, 7, 7n, '\u0000', '\ud800', '../../etc', 'x'.repeat(100_000), [], ['acme'], {}],
    ...[
      JSON.parse('{"__proto__":{"toString":1},"toString":1,"get":1}'),
      new Date(Number.NaN),
      new Map(),
      new FormData(),
    ],
    ...[new File(['x'], 'x'), Promise.resolve('acme'), () => 'acme'],
  ],
  (_, at) => at % 4 === 1,
);
const HOSTILE_FIELDS = allOr(
  ['\u0000', '\ud800', '', 'x'.repeat(100_000), '[object Object]', new File(['x'], 'x'), undefined],
  (_, at) => at % 3 === 0,
);

/** A call with one argument, or one field of its form, in another's place. */
function* hostileCalls(args: unknown[]): Generator<unknown[]> {
  for (const at of args.keys()) for (const value of HOSTILE) yield args.with(at, value);
  for (let count = 0; count < args.length; count++) yield args.slice(0, count);
  const form = args.at(-1);
  if (!(form instanceof FormData)) return;
  for (const name of [...new Set([...form.keys(), 'half', 'next', 'intent', 'name', 'constructor'])])
    for (const value of HOSTILE_FIELDS) {
      const changed = new FormData();
      for (const [other, kept] of form) if (other !== name) changed.append(other, kept);
      if (value !== undefined) changed.append(name, value as string);
      yield [...args.slice(0, -1), changed];
    }
}

test.each(Object.entries(ACTION_CASES))('R13 %s, called with anything, answers in words', async (name, line) => {
  const action = await actionOf(name);
  const token = tokens.get(line.control ?? 'anonymous') ?? null;
  const calls = [...hostileCalls(await line.make(owner))];
  for (let from = 0; from < calls.length; from += 20)
    await Promise.all(
      calls.slice(from, from + 20).map(async (args) => {
        const asked = JSON.stringify(args, (_key, value) => (typeof value === 'bigint' ? '7n' : value))?.slice(0, 200);
        // Whatever is thrown but a way on is answered with 500.
        const outcome = await runAction(token, () => action(...args)).catch((error: unknown) => ({
          thrown: String(error),
          asked,
        }));
        expect(outcome).not.toHaveProperty('thrown');
        const { value } = outcome as { value?: { error?: string } };
        if (typeof value === 'object' && value?.error !== undefined) {
          expect(value.error.length).toBeGreaterThan(5);
          expect(value.error, loggedAbout('form')).not.toMatch(/on our side|not a function|undefined|prisma/i);
        }
      }),
    );
  await restore();
});

test('R01 no action and no actor was left out', () => {
  const lines = Object.values(ACTION_CASES);
  console.info(`${lines.length} actions, ${ACTORS.length} actors: ${calls} calls`);
  expect(calls).toBe(lines.reduce((sum, line) => sum + deniedOf(line).length + permittedOf(line).length, 0));
});
