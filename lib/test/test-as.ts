import { test } from 'vitest';
import type { Effects } from '@/lib/effects';
import type { Ctx } from '@/lib/org';
import { asMember } from '@/lib/test/as-member';

type Work = (ctx: Ctx, effects: Effects) => Promise<unknown>;
type Args<Row> = Row extends readonly [...infer Items] ? Items : [Row];

/** A test within one transaction of that member of acme, which is rolled back (`asMember`); of `each`, one for each row. */
function testAs(seat: string) {
  const each =
    <Row extends readonly [unknown, ...unknown[]] | string | object>(rows: readonly Row[]) =>
    (title: string, work: (ctx: Ctx, ...row: Args<Row>) => Promise<unknown>) =>
      test.each(rows as readonly unknown[])(title, (...row) =>
        asMember(`acme.${seat}`, (ctx) => work(ctx, ...(row as Args<Row>))),
      );
  return Object.assign((title: string, work: Work) => test(title, () => asMember(`acme.${seat}`, work)), { each });
}

export const asAdmin = testAs('admin');
export const asLeader = testAs('leader');
export const asUser = testAs('user');
export const asClient = testAs('client');
