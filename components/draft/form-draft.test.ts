import { describe, expect, test } from 'vitest';
import { changesOf, withDraft } from './form-draft';

const blank = { title: '', people: [] as string[], category: null as { name: string } | null, client: false };

describe('the draft of a form', () => {
  test('is what differs from how the form begins', () => {
    expect(changesOf(blank, { ...blank })).toBeUndefined();
    expect(changesOf(blank, { ...blank, title: 'Posters', people: ['m1'] })).toEqual({
      title: 'Posters',
      people: ['m1'],
    });
  });

  test('leaves alone what somebody else has changed meanwhile', () => {
    const kept = changesOf({ name: 'Shop', due: '' }, { name: 'Shop', due: '2026-12-01' });
    expect(withDraft({ name: 'Shop relaunch', due: '' }, kept)).toEqual({ name: 'Shop relaunch', due: '2026-12-01' });
  });

  test('is restored field by field', () => {
    expect(withDraft(blank, { title: 'Posters', category: { name: 'Print' } })).toEqual({
      ...blank,
      title: 'Posters',
      category: { name: 'Print' },
    });
  });

  test.each([[null], ['text'], [{ title: 7 }], [{ people: 'Maya' }], [{ password: 'x' }], [{ title: null }]])(
    'is not restored from %j',
    (kept) => {
      expect(withDraft(blank, kept)).toEqual(blank);
    },
  );
});
