import { describe, expect, test } from 'vitest';
import { randomness } from '@/lib/test/random';
import { mergeTexts } from './merge-texts';

const BASE = 'Posters\n\n- A2\n- A3\n\nBy Friday.';

describe('two changes of one text', () => {
  test('are merged where they do not touch', () => {
    expect(mergeTexts(BASE, BASE.replace('Posters', 'The posters'), BASE.replace('Friday', 'Monday'))).toEqual({
      text: 'The posters\n\n- A2\n- A3\n\nBy Monday.',
      clean: true,
    });
    expect(mergeTexts(BASE, `Hello\n\n${BASE}`, `${BASE}\n\nThanks`).text).toBe(`Hello\n\n${BASE}\n\nThanks`);
    expect(mergeTexts(BASE, BASE, 'Mine')).toEqual({ text: 'Mine', clean: true });
    expect(mergeTexts(BASE, '', BASE)).toEqual({ text: '', clean: true });
  });

  test('that are the same are one', () => {
    const both = BASE.replace('Friday', 'Monday');
    expect(mergeTexts(BASE, both, both)).toEqual({ text: both, clean: true });
  });

  test('of one line leave both, and are not clean', () => {
    const merged = mergeTexts(BASE, BASE.replace('Friday', 'Monday'), BASE.replace('Friday', 'Sunday'));
    expect(merged).toEqual({ text: 'Posters\n\n- A2\n- A3\n\nBy Monday.\nBy Sunday.', clean: false });
    expect(mergeTexts('', 'Theirs', 'Mine')).toEqual({ text: 'Theirs\nMine', clean: false });
    expect(mergeTexts(BASE, '', BASE.replace('A2', 'A1')).clean).toBe(false);
  });

  test('lose no line that either wrote', () => {
    for (let round = 0; round < 200; round += 1) {
      const { below } = randomness(round);
      const base = Array.from({ length: 12 }, (_, at) => `line ${at}`);
      const written: string[] = [];
      const change = (who: string) => {
        const lines = [...base];
        for (let times = 0; times < 3; times += 1) {
          const line = `${who} ${round} ${times}`;
          written.push(line);
          lines.splice(below(lines.length), 0, line);
        }
        return lines.join('\n');
      };
      const { text } = mergeTexts(base.join('\n'), change('theirs'), change('mine'));
      expect(written.filter((line) => !text.split('\n').includes(line))).toEqual([]);
    }
  });
});
