import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '@/components/query/api-client';
import { fixtureId } from '@/lib/test/fixtures';
import { wiredCalls } from '@/lib/test/wired-calls';
import { unskip } from './series-back';

/** Ctrl+Z on a day that was left out, as the page calls, on the real endpoints. */

let wire: ReturnType<typeof wiredCalls>;
beforeEach(() => {
  wire = wiredCalls();
});
afterEach(() => vi.unstubAllGlobals());

async function series() {
  const task = await call('POST Task', { project_id: fixtureId('acme.WEB'), title: 'Water the plants' });
  return call('POST recurrence', { task_id: task._id, rule: 'FREQ=DAILY', mode: 'schedule' });
}
type Series = Awaited<ReturnType<typeof series>>;
const now = async ({ task_id }: Series) => {
  const { recurrence } = await call('GET task/{id}', { id: task_id });
  if (!recurrence) throw new Error('It no longer repeats');
  return recurrence;
};
const skip = async (made: Series) => {
  const { _id: id, version, next_on: day } = await now(made);
  await call('POST skipRecurrence/{id}', { id, version });
  return day;
};

test('undoing that a day was left out brings back one’s days one after the other, the last first', async () => {
  const made = await series();
  const [first, second] = [await skip(made), await skip(made)];
  await unskip(made, second);
  expect((await now(made)).next_on).toBe(second);
  await unskip(made, first);
  expect((await now(made)).next_on).toBe(first);
});

test('undoing that a day was left out leaves the day that somebody else left out since', async () => {
  const made = await series();
  const own = await skip(made);
  wire.as('acme.admin');
  await skip(made);
  const { next_on: day } = await now(made);
  wire.as('acme.leader');
  await expect(unskip(made, own)).rejects.toThrow('How it repeats changed again since.');
  expect((await now(made)).next_on).toBe(day);
});

test('undoing that a day was left out is refused where the history tells of no such day', async () => {
  const made = await series();
  await skip(made);
  await expect(unskip(made, '1999-01-01')).rejects.toThrow('Somebody else changed it in the meantime.');
});
