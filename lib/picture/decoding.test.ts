import { expect, test } from 'vitest';
import { decode } from '@/lib/picture/decoding';

/** Works that end when the test says so, and the order in which they began. */
function works() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.push(() => resolve(name));
    });
  return { begun, begin, endNext: () => ends.shift()?.() };
}

/** Ends one work after the other until all are answered. */
async function drain(endNext: () => void, all: Promise<unknown>[]): Promise<void> {
  let left = all.length;
  for (const one of all) void one.then(() => left--);
  const end = () => {
    endNext();
    return left;
  };
  await expect.poll(end, { interval: 1 }).toBe(0);
}

test('another organisation’s picture is decoded at once, however many of one wait', async () => {
  const { begun, begin, endNext } = works();
  const many = Array.from({ length: 24 }, (_, at) => decode('busy', begin(`busy ${at}`)));
  const other = decode('other', begin('other'));
  await expect.poll(() => begun).toEqual(['busy 0', 'other']);
  endNext();
  await expect.poll(() => begun).toEqual(['busy 0', 'other', 'busy 1']);
  endNext();
  expect(await other).toBe('other');
  await drain(endNext, many);
});

test('who has too many waiting is asked to come back, and the others are not', async () => {
  const { begin, endNext } = works();
  const many = Array.from({ length: 200 }, () => decode('greedy', begin('greedy')));
  await expect(decode('greedy', begin('one more'))).rejects.toMatchObject({ code: 'unavailable' });
  const other = decode('modest', begin('modest'));
  await drain(endNext, [...many, other]);
});
