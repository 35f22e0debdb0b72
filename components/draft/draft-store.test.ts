import { beforeEach, expect, test, vi } from 'vitest';
import { hasDraft, readDraft, sweepDrafts, writeDraft } from './draft-store';

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
