import { describe, expect, it } from 'vitest';
import type { TaskCard } from '@/lib/task/schema';
import type { BoardColumn } from './board-columns';
import {
  addStop,
  cardBeside,
  type Extras,
  firstCard,
  foldStop,
  footStop,
  nearestStop,
  nextStop,
  placeOf,
  type Step,
  tabStops,
} from './board-stops';

const column = (status: number, ids: string): BoardColumn => ({
  id: `${status}`,
  status,
  label: `C${status}`,
  total: ids.length,
  hidden: 0,
  docs: [...ids].map((_id) => ({ _id }) as TaskCard),
  next_cursor: null,
});
const columns = [column(1, 'abc'), column(2, ''), column(3, 'd'), column(4, 'ef')];
const plain: Extras = { adds: false, feet: [] };
const full: Extras = { adds: true, feet: ['4'] };
const walk = (from: string, steps: Step[], extras = plain) =>
  steps.reduce((at, step) => nextStop(columns, at, step, extras) ?? at, from);

describe('walking over the board by keys', () => {
  it('goes down and up a column and stops at its ends', () => {
    expect(walk('a', ['down', 'down', 'down'])).toBe('c');
    expect(walk('c', ['up', 'up', 'up'])).toBe('a');
    expect(walk('a', ['last'])).toBe('c');
    expect(walk('c', ['first'])).toBe('a');
  });

  it('goes from column to column over the empty ones, as low as the column goes', () => {
    expect(walk('c', ['right'])).toBe('d');
    expect(walk('c', ['right', 'right'])).toBe('e');
    expect(walk('f', ['left', 'left'])).toBe('a');
    expect(walk('a', ['left'])).toBe('a');
  });

  it('with J and K meets tasks alone', () => {
    expect(walk('a', ['next', 'next', 'next'], full)).toBe('c');
    expect(walk('a', ['previous'], full)).toBe('a');
    expect(walk(addStop('1'), ['next'], full)).toBe('a');
    expect(walk(footStop('4'), ['previous'], full)).toBe('f');
  });

  it('goes on from the card in hand where a task has several, and over closed columns', () => {
    const cards = (id: string, keys: string): BoardColumn => ({
      ...column(Number(id), keys),
      docs: [...keys].map((key) => ({ _id: `${key}~${id}`, key }) as TaskCard),
    });
    const people = [cards('1', 'AB'), cards('2', 'AC'), cards('3', 'D')];
    const from = (key: string, current?: string, by: 1 | -1 = 1, extras = plain) =>
      cardBeside(people, key, current, by, extras)?._id;
    expect(from('A', 'A~1')).toBe('B~1');
    expect(from('B', 'B~1')).toBe('A~2');
    expect(from('A', 'A~2')).toBe('C~2');
    expect(from('A', 'A~2', -1)).toBe('B~1');
    // Another task has the focus, or none: its first card.
    expect(from('A', 'D~3')).toBe('B~1');
    expect(from('C')).toBe('D~3');
    expect(from('D', 'D~3')).toBeUndefined();
    expect(from('A', 'A~1', -1)).toBeUndefined();
    expect(from('B', 'B~1', 1, { ...plain, folded: new Set(['2']) })).toBe('D~3');
  });

  it('reaches what a column offers at its head and its foot, also where there is no task', () => {
    expect(walk('a', ['up'], full)).toBe(addStop('1'));
    expect(walk('a', ['up', 'right'], full)).toBe(addStop('2'));
    expect(walk('f', ['down'], full)).toBe(footStop('4'));
    expect(walk(footStop('4'), ['left'], full)).toBe('d');
    expect(nextStop(columns, addStop('2'), 'down', full)).toBeUndefined();
  });

  it('begins with the first task there is, and knows when a stop has gone', () => {
    expect(firstCard([column(1, ''), column(2, 'x')], plain)).toBe('x');
    expect(firstCard([column(1, '')], plain)).toBeUndefined();
    expect(placeOf(columns, 'gone', plain)).toBeUndefined();
    expect(nextStop(columns, 'gone', 'down', plain)).toBeUndefined();
  });

  it('goes to the task that took the place of one that has gone', () => {
    expect(nearestStop(columns, { column: 0, index: 1 }, plain)).toBe('b');
    expect(nearestStop(columns, { column: 0, index: 2 }, full)).toBe('b');
    expect(nearestStop(columns, { column: 3, index: 9 }, plain)).toBe('f');
    expect(nearestStop(columns, { column: 1, index: 0 }, plain)).toBe('a');
  });

  it('offers Tab one stop a column, the one with the focus last', () => {
    expect([...tabStops(columns, 'b', plain)]).toEqual(['b', 'd', 'e']);
    expect([...tabStops(columns, addStop('1'), full)]).toEqual([addStop('1'), 'a', addStop('2'), 'd', 'e']);
    expect([...tabStops(columns, undefined, full)]).toEqual(['a', addStop('2'), 'd', 'e']);
  });

  it('meets a closed column at its button alone, and walks past its tasks', () => {
    const closed: Extras = { ...full, folded: new Set(['3']) };
    expect(walk('a', ['right'], closed)).toBe('e');
    expect(walk('a', ['up', 'up'], closed)).toBe(foldStop('1'));
    expect(walk(foldStop('1'), ['right', 'right'], closed)).toBe(foldStop('3'));
    expect(walk(addStop('2'), ['right'], closed)).toBe(foldStop('3'));
    expect([...tabStops(columns, undefined, closed)]).toEqual(['a', addStop('2'), foldStop('3'), 'e']);
  });

  it('goes on in the lane below and above at the ends of a cell, and stays in its lane sideways', () => {
    const cell = (lane: string, name: string, ids: string) => ({
      ...column(1, ids),
      id: `${lane}/${name}`,
      lane,
      name,
    });
    const lanes = [cell('x', 'A', 'ab'), cell('x', 'B', ''), cell('y', 'A', 'c'), cell('y', 'B', 'd')];
    const go = (from: string, step: Step) => nextStop(lanes, from, step, plain);
    expect([go('b', 'down'), go('c', 'up'), go('c', 'right'), go('b', 'right')]).toEqual(['c', 'b', 'd', undefined]);
  });
});
