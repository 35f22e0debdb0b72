import { useState } from 'react';

/** Rows that a browser lays out and draws as one, and leaves out as one while they are out of sight. */
export type Chunk<Row> = { key: number; rows: readonly Row[] };

/** Some eight hundred pixels: a browser looks at every chunk in every frame, and draws all of one that comes in sight. */
export const CHUNK = 20;

/**
 * Rows in chunks of about `CHUNK`. A row stays in its chunk as long as it stays among its neighbours: one that goes to
 * another is made anew, which takes the focus from it. Rows that came in join the one before them.
 * @returns `before` itself, if that has the very rows already
 */
export function chunked<Row extends { _id: string }>(
  before: readonly Chunk<Row>[],
  rows: readonly Row[],
): readonly Chunk<Row>[] {
  const home = new Map(before.flatMap(({ key, rows }) => rows.map(({ _id }) => [_id, key] as const)));
  const chunks: { key: number; rows: Row[] }[] = [];
  const begun = new Set<number>();
  let free = Math.max(-1, ...before.map(({ key }) => key)) + 1;
  for (const [at, row] of rows.entries()) {
    const last = chunks.at(-1);
    const known = home.get(row._id);
    const next = home.get(rows[at + 1]?._id ?? '');
    // Between two chunks, or at the end; in the middle of one it joins, for its neighbours' sake.
    const begins = !last || (last.rows.length >= CHUNK && next !== last.key);
    const key = known !== undefined && (known === last?.key || !begun.has(known)) ? known : begins ? free : last.key;
    if (key === last?.key) last.rows.push(row);
    else {
      begun.add(key);
      if (key === free) free++;
      chunks.push({ key, rows: [row] });
    }
  }
  const same =
    chunks.length === before.length &&
    chunks.every(({ key, rows }, at) => {
      const old = before[at];
      return old?.key === key && old.rows.length === rows.length && rows.every((row, at) => row === old.rows[at]);
    });
  return same ? before : chunks;
}

/** The same chunks from one drawing to the next, as far as the rows are the same. */
export function useChunks<Row extends { _id: string }>(rows: readonly Row[]): readonly Chunk<Row>[] {
  const [before, setBefore] = useState<readonly Chunk<Row>[]>(() => chunked([], rows));
  const now = chunked(before, rows);
  if (now !== before) setBefore(now);
  return now;
}
