import type { KeyboardEvent } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onMessageKey } from './on-message-key';

class Place {
  isContentEditable = false;
  matches = () => false;
  closest = () => null;
}
beforeEach(() => vi.stubGlobal('HTMLElement', Place));
afterEach(() => vi.unstubAllGlobals());

function pressed(key: string, more: object = {}) {
  const ways = { pin: vi.fn(), edit: vi.fn(), unread: vi.fn() };
  const event = { key, preventDefault: vi.fn(), nativeEvent: { target: new Place() }, ...more };
  onMessageKey(event as unknown as KeyboardEvent, ways);
  return Object.entries(ways).flatMap(([name, way]) => way.mock.calls.map(() => name));
}

test.each([
  ['p', 'pin'],
  ['E', 'edit'],
  ['u', 'unread'],
])('%s on a message does what it does once, however long it is held', (key, does) => {
  expect(pressed(key)).toEqual([does]);
  expect(pressed(key, { repeat: true })).toEqual([]);
  expect(pressed(key, { ctrlKey: true })).toEqual([]);
});
