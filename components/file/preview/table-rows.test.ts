import { expect, test } from 'vitest';
import { tableRows } from './table-rows';

test('quotes hold separators, line ends and doubled quotes', () =>
  expect(tableRows('name,note\r\n"Osei, D","said ""yes""\nand no"\n', 9)).toEqual([
    ['name', 'note'],
    ['Osei, D', 'said "yes"\nand no'],
  ]));

test('the separator is the one of the first line, and empty lines are no rows', () =>
  expect(tableRows('\uFEFFa;b;c\n1,5;2;3\n\n4;;6', 9)).toEqual([
    ['a', 'b', 'c'],
    ['1,5', '2', '3'],
    ['4', '', '6'],
  ]));

test('only as many rows as are wanted are read', () => expect(tableRows('a\nb\nc\nd', 2)).toEqual([['a'], ['b']]));
