import { expect, test } from 'vitest';
import { previewText } from './preview-text';
import { tableRows } from './table-rows';

const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));
const GRUEN = 'Grüne Türen öffnen sich für die Größe\n';

test.each([
  [bytes(GRUEN, 'utf8'), 'utf-8', true, GRUEN],
  [bytes(GRUEN, 'latin1'), 'windows-1252', false, GRUEN],
  [bytes(`\ufeff${GRUEN}`, 'utf16le'), 'utf-16le', true, GRUEN],
])('%# a text is read as it was written', (given, encoding, isSure, text) =>
  expect(previewText(given, false)).toEqual({ text, encoding, isSure }),
);

test('a beginning that ends within a letter is read up to there', () => {
  const cut = (text: string, encoding: BufferEncoding, less: number) =>
    previewText(bytes(text, encoding).slice(0, -less), true);
  expect(cut('ü', 'utf8', 1)).toMatchObject({ text: '', encoding: 'utf-8', isSure: true });
  expect(cut('aü𝒳', 'utf8', 1)).toMatchObject({ text: 'aü', encoding: 'utf-8' });
  expect(cut(`${GRUEN}aü`, 'utf8', 1)).toMatchObject({ text: GRUEN, encoding: 'utf-8' });
  expect(cut(`\ufeff${GRUEN}`, 'utf16le', 1)).toMatchObject({ text: GRUEN.trim(), encoding: 'utf-16le' });
});

test('what was chosen wrongly is shown, with the reason', () => {
  const { encoding, isSure, problem } = previewText(bytes(GRUEN, 'latin1'), false, 'utf-8');
  expect({ encoding, isSure, problem }).toMatchObject({ encoding: 'utf-8', isSure: false });
  expect(problem).toContain('Line 1 cannot be read as UTF-8');
});

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
