import { type Locator, userEvent } from 'vitest/browser';

/** Presses the mouse in the middle of `grip`, moves by so many pixels, and lets go. */
export async function pull(grip: Locator, by: { x?: number; y?: number }): Promise<void> {
  const { width, height } = grip.element().getBoundingClientRect();
  const targetPosition = { x: width / 2 + (by.x ?? 0), y: height / 2 + (by.y ?? 0) };
  await userEvent.dragAndDrop(grip, grip, { force: true, targetPosition });
}
