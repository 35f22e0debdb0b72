import { expect, test } from 'vitest';
import { plainLine } from '@/lib/markdown/plain-line';

test.each([
  ['**Bold**, *slanted*, ***both***, __bold__ and _slanted_ ~~gone~~', 'Bold, slanted, both, bold and slanted gone'],
  ['# Title\n\n> - [x] a `b` [link](https://a.test "c") ![p](p.png)', 'Title a b link p'],
  ['```ts\nlet a_b_c = 2 * 3;\n```\n\n---\n1. first', 'let a_b_c = 2 * 3; 1. first'],
  ['2**3 and 5 * 6, \\*as\\* it \\_is\\_', '2**3 and 5 * 6, *as* it _is_'],
  ['**cut off', 'cut off'],
  ['-5 % and #12 @Anna', '-5 % and #12 @Anna'],
])('%j reads %j', (markdown, plain) => expect(plainLine(markdown)).toBe(plain));
