import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import type { Endpoint } from '@/lib/contract/endpoint';
import { deliverBy } from '@/lib/outbox';
import { PERMISSIONS, scopeOf } from '@/lib/permission/schema';
import { ACTORS, type Actor, tokensOfActors } from '@/lib/test/actors';
import { changedBetween, type Digest, digestOf, lastWrites, restorerOf } from '@/lib/test/database-digest';
import type { Example } from '@/lib/test/example';
import { ownerClient } from '@/lib/test/owner';
import { expectedStatus, nameOf } from '@/lib/test/sweep-expectations';
import { allOr } from '@/lib/test/whole';
import { bearer, call, type WireAnswer, type WireCall } from '@/lib/test/wire';
import { keepsContract } from '@/lib/test/wire-contract';
import { EXAMPLES } from '@/lib/test/wire-examples';

/**
 * R01: every endpoint as every actor. What is expected follows from the permission table. A refusal changes nothing in the
 * database, is the same as for an id that never was where it says "not found", and the very same request succeeds
 * afterwards for whoever may.
 */

const owner = ownerClient({ RATE_LIMIT_FACTOR: '10000' });
let tokens: Map<string, string | null>;
let digest: () => Promise<Digest>;
let restore: () => Promise<void>;
let calls = 0;
let deliverer: ReturnType<typeof deliverBy>;

beforeAll(async () => {
  // What a call leaves to be done would change the database beside the next one.
  deliverer = deliverBy(undefined);
  tokens = await tokensOfActors(owner);
  for (const { seat } of Object.values(EXAMPLES)) if (seat !== 'anonymous') tokens.set(seat, await bearer(seat));
  digest = await digestOf(owner);
  restore = await restorerOf(owner, digest);
});
afterAll(async () => {
  deliverBy(deliverer);
});

/** Their examples are about one account, which can do one thing at a time. */
const ONE_ACCOUNT = ['POST forgetPassword', 'POST signinwithorgs'];

/** Who differs from somebody else only in what the door finds: they knock at each door that is open, and once for each right. */
const AT_THE_DOOR = ['removed', 'demoted', 'rejected', 'deactivated', 'ended'];
const doors = new Set(new Map(table.toReversed().map((line) => [line.permission, line])).values());
/** Of those who do something with their own account alone: at the edges of what the door knows. */
const ON_THEIR_OWN = ['admin', 'client', 'observer', 'foreign', 'pending', 'anonymous'];
const actorsOf = (line: Endpoint): readonly Actor[] =>
  line.permission === 'profile.own' && !doors.has(line)
    ? allOr(ACTORS, ({ name }) => ON_THEIR_OWN.includes(name) || name === seatOf(line).replace('acme.', ''))
    : doors.has(line) || line.permission === 'anonymous' || line.permission === 'session'
      ? ACTORS
      : allOr(ACTORS, ({ name }) => !AT_THE_DOOR.includes(name));

type Sent = { path: string } & Pick<WireCall, 'query' | 'body'>;
const makeRequest = async (line: Endpoint): Promise<Sent> => {
  const { path = line.path, ...rest } = await (EXAMPLES[nameOf(line)] as Example).make(owner);
  return { path, ...rest };
};
/** What no answer may hold, whoever asks: a hash, or a field that is named for a secret (A03, I06). */
const SECRET = /[$]argon2|"(password|password_hash|token_hash|code_hash|totp_secret|secret)"/;

async function send(
  line: Endpoint,
  actor: string,
  { path, ...options }: Sent,
  lines?: typeof table,
): Promise<WireAnswer> {
  const answer = await call(line.method, path, { ...options, token: tokens.get(actor) ?? null }, lines);
  if (answer.status < 400) keepsContract(line, answer);
  // Which of the fields that were sent is wrong may be said, and a new authenticator is told its secret.
  if (nameOf(line) !== 'POST totp')
    expect(JSON.stringify({ ...answer.body, errors: null }), `${nameOf(line)} for ${actor}`).not.toMatch(SECRET);
  return answer;
}
const seatOf = (line: Endpoint) => (EXAMPLES[nameOf(line)] as Example).seat;

/** Lines that ask for no right before their command is called, which must ask for it by itself. */
const unguarded = table.map((line) =>
  line.permission in PERMISSIONS ? ({ ...line, permission: 'profile.own' } as Endpoint) : line,
);
/** Whose role has the right nowhere: the line itself turns them away. */
const turnedAway = (line: Endpoint, { role, standing }: Actor) =>
  line.permission in PERMISSIONS &&
  standing === 'member' &&
  role !== null &&
  scopeOf(role, line.permission as keyof typeof PERMISSIONS) === 'none';

/** The same request about things that never were. */
const aboutNothing = (sent: Sent): Sent | null => {
  if (sent.body instanceof FormData) return null;
  const text = JSON.stringify(sent);
  const other = text.replace(/[0-9a-f]{8}-[0-9a-f]{4}-(\w)[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
    id.replace(/[0-9a-f]{12}$/, '0123456789ab'),
  );
  if (other === text) return null;
  const { body, ...rest } = JSON.parse(other) as Sent;
  const files = Object.entries(sent.body ?? {}).filter(([, value]) => value instanceof File);
  return { ...rest, body: files.length ? { ...(body as object), ...Object.fromEntries(files) } : body };
};
const withoutRequestId = ({ status, body }: WireAnswer) => ({ status, body: { ...body, request_id: '' } });

describe('the sweep knows every endpoint', () => {
  test('R13 each has a permission of the table, an example, and says what it is about', () => {
    const missing = table.flatMap((line) => {
      const name = nameOf(line);
      const open = line.permission === 'anonymous' || line.permission === 'session';
      return [
        ...(open || line.permission in PERMISSIONS
          ? []
          : [`${name}: add the right "${line.permission}" to lib/permission/schema.ts, with its row`]),
        ...(EXAMPLES[name] ? [] : [`${name}: add a call that succeeds to its domain’s endpoints.examples.ts`]),
      ];
    });
    expect(missing).toEqual([]);
    const names = table.map(nameOf);
    expect(Object.keys(EXAMPLES).filter((name) => !names.includes(name))).toEqual([]);
  });
});

const expectedOf = (line: Endpoint, of: (status: number) => boolean) =>
  actorsOf(line)
    .map((actor) => ({ actor: actor.name, status: expectedStatus(line, actor) }))
    .filter(({ status }) => of(status));
const deniedOf = (line: Endpoint) => expectedOf(line, (status) => status >= 400);
/** What each writes is taken back before the next: of those who may, the last by rank and whose example it is show the same. */
const permittedOf = (line: Endpoint) => {
  const permitted = expectedOf(line, (status) => status < 400);
  const isSeat = (actor: string) => actor === seatOf(line).replace('acme.', '');
  return line.method === 'GET'
    ? permitted
    : allOr(permitted, ({ actor }, at) => isSeat(actor) || at === permitted.length - 1);
};

async function expectUnchanged(before: Digest, by: string): Promise<void> {
  const changed = changedBetween(before, await digest());
  expect(changed, `what ${by} changed; last written was ${changed.length && (await lastWrites(owner))}`).toEqual([]);
}

describe.each(table.map((line) => [nameOf(line), line] as const))('R01 %s', (name, line) => {
  test('is denied, changes nothing, and succeeds for whoever may', async () => {
    const denied = deniedOf(line);
    if (!denied.length) return;
    const sent = await makeRequest(line);
    const unseen = denied.filter(({ status }) => status === 404);
    const compared = allOr(unseen, (_, at) => at === 0);
    const deny = async (one: (typeof denied)[number]) => {
      const { actor } = one;
      const answer = await send(line, actor, sent);
      expect(answer.body, actor).toMatchObject({ status: answer.status, code: expect.any(String) });
      const never = compared.includes(one) && aboutNothing(sent);
      if (never) expect(withoutRequestId(await send(line, actor, never))).toEqual(withoutRequestId(answer));
      return { actor, status: answer.status };
    };
    const before = await digest();
    expect(await Promise.all(denied.map(deny))).toEqual(denied);
    calls += denied.length;
    // One look for all of them; who it was is only asked when there is something to tell.
    if (changedBetween(before, await digest()).length)
      for (const one of denied) {
        const earlier = await digest();
        await deny(one);
        await expectUnchanged(earlier, `the denial of ${one.actor}`);
      }
    await expectUnchanged(before, 'the denials');
    const control = await send(line, seatOf(line), sent);
    expect(control.body, 'the same request by whoever may').toMatchObject({ status: line.status });
    await restore();
  });

  const writers = allOr(
    actorsOf(line).filter((actor) => line.method !== 'GET' && turnedAway(line, actor)),
    (_, at) => at < 2,
  );
  if (writers.length)
    test('is denied by its command too', async () => {
      const sent = await makeRequest(line);
      const before = await digest();
      for (const { name: actor } of writers) {
        const { status } = await send(line, actor, sent, unguarded);
        expect([actor, [403, 404, EXAMPLES[name]?.about?.unseen].includes(status)]).toEqual([actor, true]);
      }
      await expectUnchanged(before, 'the denials');
    });

  const permit = async (actor: string, sent: Sent) => {
    const answer = await send(line, actor, sent);
    calls++;
    return { actor, status: answer.status, ...(answer.status >= 400 && { said: answer.body.message }) };
  };

  test('is allowed, and does something', async () => {
    const permitted = permittedOf(line);
    // Strangers' answers take their time on purpose; who sends them makes no difference there.
    if (line.permission === 'anonymous' && !ONE_ACCOUNT.includes(name)) {
      await owner.query('delete from rate_limit');
      const sent: [string, Sent][] = [];
      for (const { actor } of permitted) sent.push([actor, await makeRequest(line)]);
      expect(await Promise.all(sent.map(([actor, request]) => permit(actor, request)))).toEqual(permitted);
      return restore();
    }
    if (line.method === 'GET') {
      const sent = await makeRequest(line);
      const before = await digest();
      expect(await Promise.all(permitted.map(({ actor }) => permit(actor, sent)))).toEqual(permitted);
      const { records } = EXAMPLES[name] ?? {};
      return expect(changedBetween(before, await digest()), 'what reading changed').toEqual(records ? [records] : []);
    }
    const answered = [];
    for (const { actor } of permitted) {
      await owner.query('delete from rate_limit');
      const sent = await makeRequest(line);
      const before = await digest();
      answered.push(await permit(actor, sent));
      const { idle, refusedWithin } = EXAMPLES[name] as Example;
      const changed = changedBetween(before, await digest());
      if (refusedWithin?.includes(actor)) expect(changed, actor).toEqual([]);
      else if (!idle) expect(changed, actor).not.toEqual([]);
      await restore();
    }
    expect(answered).toEqual(permitted);
  });
});

test('R03 an observer writes nothing but what is its own, whether it watches, that it exported the log, its calendar’s address, and asks for archives and free times', () => {
  const observer = ACTORS.find(({ name }) => name === 'observer') as Actor;
  const own = ['anonymous', 'session', 'profile.own', 'organisation.found', 'view.keep'];
  const others = table.filter(
    (line) => line.method !== 'GET' && !own.includes(line.permission) && expectedStatus(line, observer) < 400,
  );
  expect(others.map(nameOf).sort()).toEqual([
    'DELETE calendarFeed',
    'DELETE watchTask/{id}',
    'POST calendarFeed',
    'POST exportAuditLog',
    'POST freeBusy',
    'POST prepareAuditExport',
    'POST watchTask/{id}',
    'POST zip',
  ]);
});

test('R01 nothing was left out', () => {
  const expected = table.reduce((sum, line) => sum + deniedOf(line).length + permittedOf(line).length, 0);
  console.info(`${table.length} endpoints, ${ACTORS.length} actors: ${calls} calls`);
  expect(calls).toBe(expected);
});
