import { expect, test } from 'vitest';
import { DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { PageDoor } from '@/lib/session/page-door';
import { asMemberCommitted } from '@/lib/test/as-member';
import { transactionsOf } from '@/lib/test/statements';

/** What the parts of one page read, and what becomes of it when one of them fails. */

const newDoor = () => new PageDoor((pass) => asMemberCommitted('acme.user', pass));
const one = (ctx: Ctx) => ctx.db.$queryRaw<{ one: number }[]>`select 1 as one`;
const refused = async () => {
  throw new DomainError('forbidden', 'Not this.');
};
const said = (reads: Promise<unknown>[]) =>
  Promise.allSettled(reads).then((all) => all.map((one) => (one.status === 'fulfilled' ? 'read' : one.reason.message)));

test('what is asked for at once, or while it is open, is read in one transaction', async () => {
  const door = newDoor();
  const transactions = await transactionsOf(() =>
    Promise.all([door.read(one), door.read((ctx) => one(ctx).then(() => void door.read(one)))]),
  );
  expect(transactions).toHaveLength(1);
});

test('a part that is refused leaves the others what they read', async () => {
  const door = newDoor();
  expect(await said([door.read(one), door.read(refused), door.read(one)])).toEqual(['read', 'Not this.', 'read']);
});

test('where the database fails or the door stays shut, all parts fail', async () => {
  const door = newDoor();
  const broken = door.read((ctx) => ctx.db.$queryRaw`select 1 / 0`);
  expect(await said([door.read(one), broken, door.read(one)])).toEqual(Array(3).fill('division by zero'));
  const shut = new PageDoor(refused);
  expect(await said([shut.read(one), shut.read(one)])).toEqual(['Not this.', 'Not this.']);
});
