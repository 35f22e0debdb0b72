import { expect, test } from 'vitest';
import { linesOf } from './pasted-lines';

const DRAWN = ['Draw', 'Write', 'Print'];

test.each([
  ['plain lines', 'Draw\r\nWrite\n\n  Print \n', DRAWN],
  ['bullets', '- Draw\n* Write\n• Print', DRAWN],
  ['numbers', '1. Draw\n2) Write\n(3) Print', DRAWN],
  ['boxes', '- [ ] Draw\n[x] Write\n☑ Print', DRAWN],
  ['Word’s lists', '•\tDraw\no\tWrite\n\uF0A7\tPrint', DRAWN],
  ['Word’s numbers', 'a)\tDraw\nii.\tWrite\n1.2.\tPrint', DRAWN],
  ['rows of a table', 'Draw\tAnna\t3 Dec\nWrite\t\tsoon\n\tPrint\tBen\n', DRAWN],
  ['a cell of two lines', '"Draw\n""it"""\tAnna\nWrite\tBen', ['Draw "it"', 'Write']],
  ['quotes that a person wrote', '"Draw\nWrite" now\n"Print"', ['"Draw', 'Write" now', '"Print"']],
  [
    'what only looks like a mark',
    '-5 % margin\n2.5 litres\nMr. Smith\n1984. A novel',
    [...['-5 % margin', '2.5 litres', 'Mr. Smith', '1984. A novel']],
  ],
  ['nothing', ' \n\t\n', []],
])('%s', (_, text, lines) => expect(linesOf(text)).toEqual(lines));
