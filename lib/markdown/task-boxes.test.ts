import { describe, expect, test } from 'vitest';
import { lineBack, type TickedLine, tickedLine, withLine } from '@/lib/markdown/task-boxes';

const LIST = [
  'Before we go:',
  '',
  '- [ ] Ink',
  '- [x] Paper',
  '  1. [ ] A4',
  '- none',
  '',
  '> * [ ] Ink',
  '',
  '```',
  '- [ ] code',
  '```',
];
const TEXT = LIST.join('\n');
const ticked = (text: string, box: number, done: boolean) => withLine(text, tickedLine(text, box, done) as TickedLine);

describe('a box of a task list', () => {
  test.each([
    [0, true, 2, '- [x] Ink'],
    [1, false, 3, '- [ ] Paper'],
    [2, true, 4, '  1. [x] A4'],
    [3, true, 7, '> * [x] Ink'],
  ])('number %i changes its line and no other', (box, done, line, changed) => {
    expect(ticked(TEXT, box, done)).toBe(LIST.with(line, changed).join('\n'));
  });

  test('that is none, in code, or as it is to be, changes nothing', () => {
    expect(tickedLine(TEXT, 4, true)).toBeNull();
    expect(tickedLine(TEXT, 0, false)).toBeNull();
    expect(tickedLine('- [y] no', 0, true)).toBeNull();
  });

  test('is found again where others have written around it, and not where its line is another', () => {
    const line = tickedLine(TEXT, 0, true) as TickedLine;
    expect(withLine(`New\n- [x] Glue\n${TEXT}`, line)).toBe(`New\n- [x] Glue\n${LIST.with(2, '- [x] Ink').join('\n')}`);
    expect(withLine(TEXT.replaceAll('Ink', 'Red ink'), line)).toBeNull();
  });

  test('of two that say the same is that one, also back', () => {
    const twice = '- [ ] Call\n- [ ] Call';
    const line = tickedLine(twice, 1, true) as TickedLine;
    const done = withLine(twice, line) as string;
    expect(done).toBe('- [ ] Call\n- [x] Call');
    expect(withLine(done, lineBack(line))).toBe(twice);
    const half = '- [x] Call\n- [ ] Call';
    const second = tickedLine(half, 1, true) as TickedLine;
    expect(withLine('- [x] Call\n- [x] Call', lineBack(second))).toBe(half);
  });
});
