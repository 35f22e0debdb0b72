import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

export const press = (...keys: string[]) => userEvent.keyboard(keys.join(''));

/** Ctrl+Z with the focus in no field, which would undo its own typing. */
export async function undo(): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await press('{Control>}z{/Control}');
}

const focus = (on: Locator) => (on.element() as HTMLElement).focus();

/** Presses keys with the focus on this. */
export async function pressOn(on: Locator, ...keys: string[]): Promise<void> {
  focus(on);
  await press(...keys);
}

/** Writes into a field, and presses Enter there, or other keys. */
export async function enter(field: Locator, words: string, keys = '{Enter}'): Promise<void> {
  await field.fill(words);
  await press(keys);
}

/** Escape closes it. */
export async function dismiss(open: Locator): Promise<void> {
  await press('{Escape}');
  await expect.element(open).not.toBeInTheDocument();
}

/** The button of this name closes the dialog that it is in. */
export async function finish(dialog: Locator, name: string, { exact = false } = {}): Promise<void> {
  await dialog.getByRole('button', { name, exact }).click();
  await expect.element(dialog).not.toBeInTheDocument();
}
