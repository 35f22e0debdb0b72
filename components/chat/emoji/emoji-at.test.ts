import { describe, expect, test } from 'vitest';
import { EMOJI, emojiLike, emojiNamed } from '@/components/emoji/emoji-names';
import { emojiAt } from './emoji-at';

describe('an emoji by its name', () => {
  test.each([
    [':smi', { from: 0, name: 'smi', whole: false }],
    ['Great :tada', { from: 6, name: 'tada', whole: false }],
    ['Great :tada:', { from: 6, name: 'tada', whole: true }],
    ['(:+1:', { from: 1, name: '+1', whole: true }],
  ])('is begun in %s', (text, found) => expect(emojiAt(text, text.length)).toEqual(found));

  test.each(['10:30', 'https://a.test', 'note:this', ':s', 'a :b c', ':', 'Ratio 3 : 4'])('is not in %s', (text) =>
    expect(emojiAt(text, text.length)).toBeNull(),
  );

  test('is found by the beginning of its name or of a word in it', () => {
    expect(emojiLike('thumb').map(({ emoji }) => emoji)).toEqual(['👍', '👎']);
    expect(emojiLike('flag').map(({ name }) => name)).toEqual(['flag', 'checkered_flag', 'white_flag', 'rainbow_flag']);
    expect(emojiNamed('tada')).toBe('🎉');
    expect(emojiNamed('nothing')).toBeUndefined();
  });

  test('every name is once there, with a sign', () => {
    expect(new Set(EMOJI.map(({ name }) => name)).size).toBe(EMOJI.length);
    for (const { name, emoji } of EMOJI)
      expect([name, /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u.test(emoji)]).toEqual([name, true]);
  });
});
