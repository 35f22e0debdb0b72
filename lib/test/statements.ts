import pg from 'pg';
import { vi } from 'vitest';

/**
 * The transactions that `work` makes, as the texts of their statements: a measure of its path and its time that does not
 * depend on the machine. Values are not in it. Deliveries that run beside it are left out.
 */
export async function transactionsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const open = new Map<pg.Client, string[]>();
  const done: string[][] = [];
  const real = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked] = given as [string | { text: string }];
    const text = (typeof asked === 'string' ? asked : asked.text).replace(/\s+/g, ' ').trim();
    if (/^begin/i.test(text)) open.set(this, []);
    open.get(this)?.push(text);
    if (/\b(commit|rollback)$/i.test(text)) {
      const whole = open.get(this);
      open.delete(this);
      if (whole && !whole.some((one) => DELIVERY.test(one))) done.push(whole);
    }
    return Reflect.apply(real, this, given);
  } as never);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return done;
}

/** What the outbox does after a commit, at its own time; for each email it asks how its reader wants dates written. */
const DELIVERY =
  /(update|delete from|from) (outbox|job)\b|select locale, time_zone as "timeZone" from person where email/i;
