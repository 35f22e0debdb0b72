/** Single-letter keys can be switched off (WCAG 2.1.4): kept in the account, with a copy in each browser. */
const NAME = 'single-keys';

let pressing = false;
const listeners = new Set<() => void>();

export function singleKeysAreOn(): boolean {
  if (pressing) return true;
  try {
    return localStorage.getItem(NAME) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, 'off');
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` when this page changes the choice. @returns a function that ends it. */
export function onSingleKeys(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** True where a letter is text input, or belongs to an open dialog or menu. */
export function isForTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select') ||
    target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
  );
}

/** As if the letter was pressed there, whether or not letters are commands. */
export function press(letter: string, target: Element, shiftKey = false): void {
  pressing = true;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: letter, shiftKey, bubbles: true, cancelable: true }));
  pressing = false;
}
