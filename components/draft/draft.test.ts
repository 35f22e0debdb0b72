import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
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
  const NAME = 'acme:maya:new-task';
  let held: Set<string>;
  afterAll(() => vi.unstubAllGlobals());
  beforeEach(() => {
    held = new Set();
    vi.stubGlobal('localStorage', new Storage());
  });

  /** A tab that holds what it locks until it is closed. `session`: what it goes on with after a reload, or began as a copy of. */
  async function openTab(session = new Storage()) {
    const own = new Set<string>();
    vi.stubGlobal('sessionStorage', session);
    vi.stubGlobal('navigator', {
      locks: {
        query: async () => ({ held: [...held].map((name) => ({ name })) }),
        request: async (name: string, ...[options, work]: unknown[]) => {
          if (typeof options === 'function') return options();
          if (held.has(name)) throw new Error('held');
          held.add(name);
          own.add(name);
          (work as () => void)();
        },
      },
    });
    vi.resetModules();
    const store = await import('@/components/draft/draft-store');
    const { thisTab } = await import('@/components/draft/tab');
    await thisTab();
    return {
      ...store,
      session,
      /** What the place shows that is opened here. */
      opened: async (name = NAME) => {
        const kept: unknown[] = [];
        store.recallDraft(name, (value) => kept.push(value));
        // All that is asked here is answered at once.
        await new Promise((resolve) => setTimeout(resolve));
        return kept[0];
      },
      close: () => {
        for (const name of own) held.delete(name);
      },
    };
  }

  test('a draft is its owner’s: nobody else is told that there is one', async () => {
    const { writeDraft, hasDraft, readDraft, forgetDrafts } = await openTab();
    writeDraft(NAME, { title: 'Half a thought' });
    expect([hasDraft('maya'), hasDraft('daniel')]).toEqual([true, false]);
    expect(readDraft('acme:daniel:new-task')).toBeUndefined();
    forgetDrafts('daniel');
    expect(hasDraft('maya')).toBe(true);
    forgetDrafts('maya');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('what belongs to a place that is gone or denied is dropped in all tabs, and nothing else', async () => {
    const [owner, ...ids] = [0, 1, 2, 3, 4].map((at) => `0000000${at}-0000-7000-8000-000000000000`);
    const [gone, denied, seen, unreached] = ids;
    const answers: Record<string, number> = {
      [`/api/task/${gone}`]: 404,
      [`/api/room/${denied}`]: 403,
      [`/api/comment/${seen}`]: 200,
      [`/api/task/${unreached}`]: 503,
    };
    const asked = vi.fn(async (url: string) => new Response('{"data":{}}', { status: answers[url] ?? 500 }));
    vi.stubGlobal('fetch', asked);
    const ended = [`${owner}:comment:${gone}`, `${owner}:description:${gone}`, `${owner}:chat:${denied}:${gone}`];
    const kept = [`acme:${owner}:comment:${seen}`, `${owner}:comment:${unreached}`, `acme:${owner}:new-task`];
    const other = await openTab();
    for (const name of [...ended, ...kept]) other.writeDraft(name, name);
    const { allDraftNames } = await openTab();
    const { dropEndedDrafts } = await import('@/components/draft/drop-ended');
    await dropEndedDrafts(owner as string);
    expect(allDraftNames(owner as string).sort()).toEqual(kept.sort());
    expect(asked).toHaveBeenCalledTimes(5);
  });

  test('a draft is one tab’s: another sends its own and wipes none, and a copy of the tab shares none', async () => {
    const one = await openTab();
    one.writeDraft(NAME, 'in one');
    const copy = await openTab({ ...one.session } as Storage);
    expect(await copy.opened()).toBeUndefined();
    copy.writeDraft(NAME, 'in the other');
    copy.writeDraft(NAME, undefined);
    expect([one.readDraft(NAME), one.hasDraft('maya')]).toEqual(['in one', true]);
  });

  test('it comes back after a reload, and a closed tab’s is the next one’s, the latest first, none lost', async () => {
    const [one, other] = [await openTab(), await openTab()];
    vi.setSystemTime(1_000_000);
    one.writeDraft(NAME, 'earlier');
    vi.setSystemTime(1_000_001);
    other.writeDraft(NAME, 'later');
    one.close();
    const reloaded = await openTab(one.session);
    expect(await reloaded.opened()).toBe('earlier');
    reloaded.close();
    other.close();
    const next = await openTab();
    expect([await next.draftNames('maya'), await next.opened()]).toEqual([[NAME], 'later']);
    const late = await openTab();
    expect([await late.opened(), await (await openTab()).opened()]).toEqual(['earlier', undefined]);
    next.writeDraft(NAME, undefined);
    expect(await late.opened()).toBe('earlier');
    vi.useRealTimers();
  });

  test('what versions before kept for all tabs is found too; a full or refused storage keeps the text for the page', async () => {
    localStorage.setItem(`guildhall-draft:${NAME}`, JSON.stringify({ at: Date.now(), value: 'old' }));
    const tab = await openTab();
    expect(await tab.opened()).toBe('old');
    const full = () => {
      throw new Error('full');
    };
    for (const storage of [{ setItem: full, removeItem: () => {}, getItem: () => null }, undefined]) {
      vi.stubGlobal('localStorage', storage);
      tab.writeDraft(NAME, 'typed on');
      expect([tab.readDraft(NAME), tab.hasDraft('maya')]).toEqual(['typed on', true]);
      tab.writeDraft(NAME, undefined);
      expect(tab.readDraft(NAME)).toBeUndefined();
    }
  });

  test('a draft that nobody came back for in thirty days is gone', async () => {
    const { writeDraft, readDraft, sweepDrafts } = await openTab();
    writeDraft(NAME, 'old');
    vi.setSystemTime(Date.now() + 30 * 86_400_000);
    expect(readDraft(NAME)).toBeUndefined();
    sweepDrafts();
    expect(Object.keys(localStorage)).toEqual([]);
    vi.useRealTimers();
  });
});
