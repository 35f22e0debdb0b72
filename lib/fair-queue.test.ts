import { expect, test } from 'vitest';
import { FairQueue, type Turn } from '@/lib/fair-queue';

/** Who is served when: counted in turns, whatever they last. */

const PATIENCE = 60_000;

/** Lines in the order in which they got a turn; `next` gives back the turn that has been held longest. */
function queueOf(most: number, mostOfOne: number) {
  const turns = new FairQueue(most, mostOfOne);
  const served: string[] = [];
  const held: Turn[] = [];
  const ask = (line: string) =>
    void turns.take(line, PATIENCE).then((turn) => {
      served.push(line);
      held.push(turn as Turn);
    });
  const settled = () => new Promise(setImmediate);
  const next = async () => {
    held.shift()?.release();
    await settled();
  };
  return { served, held, ask, next, settled };
}

test('whoever floods waits for its own turns; another organisation finds a place at once', async () => {
  const { served, ask, settled } = queueOf(10, 8);
  for (let at = 0; at < 300; at++) ask('flood');
  ask('other');
  await settled();
  expect(served).toEqual([...Array(8).fill('flood'), 'other']);
});

test('organisations take turns, however long their lines are', async () => {
  const { served, ask, next, settled } = queueOf(2, 1);
  for (const line of ['a', 'a', 'a', 'a', 'b', 'b', 'c', 'd']) ask(line);
  await settled();
  expect(served).toEqual(['a', 'b']);
  for (let turns = 0; turns < 8; turns++) await next();
  expect(served).toEqual(['a', 'b', 'a', 'b', 'c', 'd', 'a', 'a']);
});

test('nobody holds a place that another one holds, and a place that was given back is found again', async () => {
  const { held, ask, next, settled } = queueOf(3, 3);
  for (let at = 0; at < 9; at++) ask(`${at % 2}`);
  await settled();
  for (let turns = 0; turns < 9; turns++) {
    const places = held.map(({ place }) => place);
    expect(new Set(places).size).toBe(places.length);
    await next();
  }
  expect(held).toEqual([]);
});

test('whoever waited too long is let go, and its turn is the next one’s', async () => {
  const turns = new FairQueue(1, 1);
  const first = await turns.take('a', PATIENCE);
  expect(await turns.take('b', 1)).toBeNull();
  const later = turns.take('c', PATIENCE);
  first?.release();
  expect(await later).toMatchObject({ place: 0 });
});
