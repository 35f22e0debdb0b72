import { expect, test } from 'vitest';
import { extensionStart, markOf, previewOf } from '../item';
import { chosenFiles } from '../upload/dropped';
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

test.each([
  ['image/png', 'a.png', null, 'picture'],
  // What the server has made a picture of.
  ['image/heic', 'a.heic', '/api/fileThumbnail/1', 'picture'],
  ['image/heic', 'a.heic', null, null],
  ['application/pdf', 'a.pdf', null, 'pdf'],
  ['text/csv', 'a', null, 'table'],
  ['text/plain', 'Hours.TSV', null, 'table'],
  ['application/zip', 'a.csv', null, null],
  ['text/markdown', 'a.md', null, 'markdown'],
  ['text/plain', 'a.txt', null, 'text'],
  ['application/json', 'a.json', null, 'text'],
  ['video/mp4', 'a.mp4', null, 'video'],
  ['audio/mpeg', 'a.mp3', null, 'audio'],
  ['application/octet-stream', 'a.bin', null, null],
] as const)('a file of %s called %s (thumbnail %s) is shown as %s', (type, name, thumbnail_url, shown) =>
  expect(previewOf({ type, name, thumbnail_url })).toBe(shown),
);

test.each([
  ['plan.txt', 4],
  ['plan.tar.gz', 4],
  ['a.b.c', 3],
  ['.hidden', 7],
  ['plain', 5],
  ['ends.', 5],
])('what stands before the extension of %s is renamed', (name, start) => expect(extensionStart(name)).toBe(start));

test.each([
  ['image/png', 'Picture'],
  ['application/pdf', 'PDF'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Table'],
  ['application/zip', 'Archive'],
  ['application/json', 'Code'],
  ['text/plain', 'Document'],
  ['application/octet-stream', 'File'],
])('%s is called a %s', (type, word) => expect(markOf(type).word).toBe(word));

test('a folder that is chosen whole keeps the folders in it', () => {
  const file = (webkitRelativePath: string) => ({ webkitRelativePath }) as File;
  const folders = (path: string) => chosenFiles([file(path)])[0]?.folders;
  expect(folders('Designs/Old/a.txt')).toEqual(['Designs', 'Old']);
  expect(folders('')).toEqual([]);
});
