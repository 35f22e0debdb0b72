import { describe, expect, test } from 'vitest';
import { CHUNK, chunked } from './chunks';

const rowsOf = (count: number, from = 0) => Array.from({ length: count }, (_, at) => ({ _id: `row ${from + at}` }));
const keysById = (chunks: ReturnType<typeof chunked>) =>
  new Map(chunks.flatMap(({ key, rows }) => rows.map(({ _id }) => [_id, key])));
const flat = (chunks: ReturnType<typeof chunked>) => chunks.flatMap(({ rows }) => rows);

describe('chunks of rows', () => {
  const rows = rowsOf(50);
  const first = chunked([], rows);

  test('have all rows in their order, and so many each', () => {
    expect(flat(first)).toEqual(rows);
    expect(first.map(({ rows }) => rows.length)).toEqual([CHUNK, CHUNK, 50 - 2 * CHUNK]);
    expect(chunked([], [])).toEqual([]);
  });

  test('are the very same while the rows are', () => {
    expect(chunked(first, [...rows])).toBe(first);
    const edited = rows.map((row, at) => (at === 3 ? { ...row } : row));
    const again = chunked(first, edited);
    expect(again).not.toBe(first);
    expect(flat(again)[3]).toBe(edited[3]);
  });

  test.each([
    ['at the beginning', 0],
    ['in the middle of a chunk', 7],
    ['between two', CHUNK],
    ['at the end', 50],
  ])('keep every row where it was when one comes %s', (_, at) => {
    const now = chunked(first, rows.toSpliced(at, 0, { _id: 'new' }));
    expect(flat(now).map(({ _id }) => _id)).toEqual(rows.toSpliced(at, 0, { _id: 'new' }).map(({ _id }) => _id));
    for (const [id, key] of keysById(first)) expect(keysById(now).get(id)).toBe(key);
  });

  test('keep every row where it was when others leave', () => {
    const left = rows.filter((_, at) => at % 3 > 0);
    const now = chunked(first, left);
    expect(flat(now)).toEqual(left);
    for (const { _id } of left) expect(keysById(now).get(_id)).toBe(keysById(first).get(_id));
  });

  test('begin anew after a full one when many rows come', () => {
    const now = chunked(first, rowsOf(250));
    expect(flat(now)).toEqual(rowsOf(250));
    expect(Math.max(...now.map(({ rows }) => rows.length))).toBe(CHUNK);
    const above = chunked(first, [...rowsOf(100, 1_000), ...rows]);
    for (const { rows } of above) expect(rows.length).toBeLessThanOrEqual(2 * CHUNK);
    for (const [id, key] of keysById(first)) expect(keysById(above).get(id)).toBe(key);
  });

  test('a row that goes elsewhere leaves its neighbours alone, and no key stands twice', () => {
    const moved = [...rows.toSpliced(2, 1), rows[2] as (typeof rows)[number]];
    const now = chunked(first, moved);
    expect(flat(now)).toEqual(moved);
    const reversed = chunked(first, rows.toReversed());
    expect(flat(reversed)).toEqual(rows.toReversed());
    for (const chunks of [now, reversed]) expect(new Set(chunks.map(({ key }) => key)).size).toBe(chunks.length);
  });
});
