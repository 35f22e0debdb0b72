import { userEvent } from 'vitest/browser';

/** Ctrl+Z with the focus in no field, which would undo its own typing. */
export async function undo(): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await userEvent.keyboard('{Control>}z{/Control}');
}
