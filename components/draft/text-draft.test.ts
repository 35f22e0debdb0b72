import { describe, expect, test } from 'vitest';
import { keptOf, resumed } from './text-draft';

describe('the draft of a text that is stored', () => {
  test('goes on from the text it was begun with, whatever is stored by now', () => {
    const kept = keptOf({ text: 'Mine', base: 'Before' });
    expect(resumed(kept, 'Before')).toEqual({ text: 'Mine', base: 'Before' });
    expect(resumed(kept, 'Theirs')).toEqual({ text: 'Mine', base: 'Before' });
  });

  test.each([['Mine'], [{ body: 'Mine' }]])(
    'as older versions kept it (%j), was begun from nobody knows what',
    (kept) => {
      expect(resumed(kept, 'Theirs')).toEqual({ text: 'Mine', base: null });
      expect(resumed(keptOf(resumed(kept, 'Theirs')), 'Theirs')).toEqual({ text: 'Mine', base: null });
      expect(resumed(kept, '')).toEqual({ text: 'Mine', base: '' });
    },
  );

  test.each([[undefined], [null], [7], [''], [{}], [{ text: 7 }], [{ text: 'Theirs', base: 'Before' }]])(
    'is none in %j: what is stored is begun with',
    (kept) => {
      expect(resumed(kept, 'Theirs')).toEqual({ text: 'Theirs', base: 'Theirs' });
    },
  );

  test('is not kept where nothing was changed', () => {
    expect(keptOf({ text: 'Before', base: 'Before' })).toBeUndefined();
    expect(keptOf({ text: '', base: 'Before' })).toEqual({ text: '', base: 'Before' });
  });
});
