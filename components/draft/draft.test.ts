import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hasDraft, readDraft, sweepDrafts, writeDraft } from '@/components/draft/draft-store';
import { changesOf, keptOf, overtakenIn, withDraft } from '@/components/draft/form-draft';
import { keptOf as keptTextOf, resumed } from '@/components/draft/text-draft';

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

  test('is restored field by field', () =>
    expect(withDraft(blank, { title: 'Posters', category: { name: 'Print' } })).toEqual({
      ...blank,
      title: 'Posters',
      category: { name: 'Print' },
    }));

  test.each([[null], ['text'], [{ title: 7 }], [{ people: 'Maya' }], [{ password: 'x' }], [{ title: null }]])(
    'is not restored from %j',
    (kept) => expect(withDraft(blank, kept)).toEqual(blank),
  );
});

describe('the draft of a text that is stored', () => {
  test('goes on from the text it was begun with, whatever is stored by now', () => {
    const kept = keptTextOf({ text: 'Mine', base: 'Before' });
    expect(resumed(kept, 'Before')).toEqual({ text: 'Mine', base: 'Before' });
    expect(resumed(kept, 'Theirs')).toEqual({ text: 'Mine', base: 'Before' });
  });

  test.each([['Mine'], [{ body: 'Mine' }]])(
    'as older versions kept it (%j), was begun from nobody knows what',
    (kept) => {
      expect(resumed(kept, 'Theirs')).toEqual({ text: 'Mine', base: null });
      expect(resumed(keptTextOf(resumed(kept, 'Theirs')), 'Theirs')).toEqual({ text: 'Mine', base: null });
      expect(resumed(kept, '')).toEqual({ text: 'Mine', base: '' });
    },
  );

  test.each([[undefined], [null], [7], [''], [{}], [{ text: 7 }], [{ text: 'Theirs', base: 'Before' }]])(
    'is none in %j: what is stored is begun with',
    (kept) => expect(resumed(kept, 'Theirs')).toEqual({ text: 'Theirs', base: 'Theirs' }),
  );

  test('is not kept where nothing was changed', () => {
    expect(keptTextOf({ text: 'Before', base: 'Before' })).toBeUndefined();
    expect(keptTextOf({ text: '', base: 'Before' })).toEqual({ text: '', base: 'Before' });
  });
});

describe('the store of drafts', () => {
  /** As a browser keeps it: its names are the object's own, its functions are not. */
  class Storage {
    [name: string]: unknown;
    getItem(name: string) {
      return (this[name] as string | undefined) ?? null;
    }
    setItem(name: string, value: string) {
      this[name] = value;
    }
    removeItem(name: string) {
      delete this[name];
    }
  }

  beforeEach(() => void vi.stubGlobal('localStorage', new Storage()));

  test('a draft is its owner’s: nobody else is told that there is one', () => {
    writeDraft('acme:maya:new-task', { title: 'Half a thought' });
    expect(hasDraft('maya')).toBe(true);
    expect(hasDraft('daniel')).toBe(false);
    expect(readDraft('acme:daniel:new-task')).toBeUndefined();
    writeDraft('acme:maya:new-task', undefined);
    expect(hasDraft('maya')).toBe(false);
  });

  test('a draft that nobody came back for in thirty days is gone', () => {
    writeDraft('acme:maya:new-task', 'old');
    vi.setSystemTime(Date.now() + 30 * 86_400_000);
    expect(readDraft('acme:maya:new-task')).toBeUndefined();
    sweepDrafts();
    expect(Object.keys(localStorage)).toEqual([]);
    vi.useRealTimers();
  });
});
