import { expect, it } from 'vitest';
import { Terminations } from './protocol-terminations';

it('bars the sockets that were open, and no others', () => {
  const terminations = new Terminations();
  const before = { opened: terminations.count };
  terminations.add('ann', before);
  const after = { opened: terminations.count };
  terminations.add('bob', before);
  const bars = (socket: { opened: number }) => ['ann', 'bob', 'cleo'].filter((id) => terminations.bars(socket, id));
  expect([bars(before), bars(after)]).toEqual([['ann', 'bob'], ['bob']]);
});

it('keeps what an open socket may still show, and nothing else', () => {
  const terminations = new Terminations();
  for (let i = 0; i < 50; i++) terminations.add(`gone ${i}`, undefined);
  const oldest = { opened: terminations.count };
  for (let i = 0; i < 50; i++) terminations.add('ann', oldest);
  expect(terminations.size).toBe(1);
  terminations.add('bob', { opened: terminations.count });
  expect(terminations.size).toBe(1);
});

it('bars a socket from everything once it cannot remember all, which a new one is not', () => {
  const terminations = new Terminations(3);
  const before = { opened: terminations.count };
  for (const id of ['a', 'b', 'c']) terminations.add(id, before);
  expect([terminations.size, terminations.bars(before, 'ann')]).toEqual([3, false]);
  terminations.add('d', before);
  const after = { opened: terminations.count };
  const barred = ['a', 'd', 'ann'].map((id) => terminations.bars(before, id));
  expect([terminations.size, barred, terminations.bars(after, 'a')]).toEqual([3, [true, true, true], false]);
});
