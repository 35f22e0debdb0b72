import { expect, onTestFinished } from 'vitest';
import type { Locator } from 'vitest/browser';

/** A finger on the screen, by the events that a browser sends of one. */

export type Place = { x: number; y: number };
/** A finger that lets go, or that the system takes the screen from: a call, a gesture of its own. */
type End = 'touchend' | 'touchcancel';

const STEPS = 8;

/** The screen can be touched, for as long as the test runs. */
export function touchScreen(): void {
  Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, get: () => 1 });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'maxTouchPoints'));
}

export function middleOf(of: Locator | Element): Place {
  const { left, top, width, height } = ('element' in of ? of.element() : of).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function touching(target: Element) {
  const at = ({ x, y }: Place) => new Touch({ identifier: 1, target, clientX: x, clientY: y });
  return (type: 'touchstart' | 'touchmove' | End, place: Place) => {
    const touches = type === 'touchend' || type === 'touchcancel' ? [] : [at(place)];
    const event = { bubbles: true, cancelable: true, touches, targetTouches: touches, changedTouches: [at(place)] };
    target.dispatchEvent(new TouchEvent(type, event));
  };
}

const between = (from: Place, to: Place): Place[] =>
  Array.from({ length: STEPS }, (_, step) => ({
    x: from.x + ((to.x - from.x) * (step + 1)) / STEPS,
    y: from.y + ((to.y - from.y) * (step + 1)) / STEPS,
  }));

const below = ({ x, y }: Place): Element => {
  const found = document.elementFromPoint(x, y);
  if (!found) throw new Error('Nothing is on the screen there');
  return found;
};

const lifted = () => document.querySelectorAll('[data-ghost], [data-held]').length;

/** Presses until what is below is lifted, and goes to a place. @returns what lets go */
export async function lift(from: Place, to: Place = from): Promise<(by?: End) => void> {
  const touch = touching(below(from));
  touch('touchstart', from);
  await expect.poll(lifted).toBe(1);
  if (to !== from) for (const place of between(from, to)) touch('touchmove', place);
  return (by = 'touchend') => touch(by, to);
}

/** The same, and lets go there. */
export async function carry(from: Place, to: Place = from): Promise<void> {
  (await lift(from, to))();
  expect(lifted(), 'what is still lifted').toBe(0);
}

/** A finger that moves at once. */
export function swipe(from: Place, { x = 0, y = 0 }: Partial<Place>): void {
  const touch = touching(below(from));
  const to = { x: from.x + x, y: from.y + y };
  touch('touchstart', from);
  for (const place of between(from, to)) touch('touchmove', place);
  touch('touchend', to);
}
