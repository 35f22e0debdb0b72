import { describe, expect, test } from 'vitest';
import { changesOf, keptOf, overtakenIn, withDraft } from './form-draft';

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

  test('tells of a field that somebody else changed since it began, until one of both is chosen', () => {
    const kept = keptOf({ name: 'Shop', due: '' }, { name: 'My shop', due: '2026-12-01' }, {});
    expect(overtakenIn({ name: 'Shop', due: '' }, kept)).toEqual({});
    const now = { name: 'Their shop', due: '' };
    expect(overtakenIn(now, kept)).toEqual({ name: 'Shop' });
    const value = withDraft(now, kept);
    expect(overtakenIn(now, keptOf(now, value, { name: 'Shop' }))).toEqual({ name: 'Shop' });
    expect(overtakenIn(now, keptOf(now, value, {}))).toEqual({});
    expect(overtakenIn({ name: 'My shop', due: '' }, kept)).toEqual({});
  });

  test('kept by older versions began from nobody knows what', () => {
    expect(overtakenIn({ name: 'Their shop', due: '' }, { name: 'My shop' })).toEqual({ name: null });
    expect(overtakenIn({ name: 'Shop' }, undefined)).toEqual({});
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
