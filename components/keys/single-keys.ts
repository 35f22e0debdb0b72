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

const isField = (target: HTMLElement): boolean =>
  target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select');

/** True where a letter is text input, belongs to an open dialog or menu, or goes on with what was typed in a field. */
export function isForTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return (
    isField(target) ||
    strays.has(event) ||
    target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
  );
}

/** Somebody who types on without noticing that the field has lost the focus pauses no longer than this (ms). */
const TYPING = 1_500;
const DELIBERATE = /^(?:Enter|Escape|Arrow|Home|End|Page|F\d)/;
/** Letters of such typing: they do nothing, instead of changing whatever has the focus now. */
const strays = new WeakSet<Event>();

/**
 * Notices who types on after a field has lost the focus, by Tab or because it was taken away. Enter, Escape, an arrow and the
 * pointer end the typing: after them a letter is meant as a key. @returns a function that ends it.
 */
export function noticeTyping(): () => void {
  let typedAt = Number.NEGATIVE_INFINITY;
  let strayed = false;
  const end = () => {
    typedAt = Number.NEGATIVE_INFINITY;
    strayed = false;
  };
  const onKey = (event: KeyboardEvent) => {
    const { target, key, timeStamp } = event;
    if (pressing || !(target instanceof HTMLElement)) return;
    if (DELIBERATE.test(key) || event.ctrlKey || event.metaKey || event.altKey) return end();
    if (key.length > 1) return;
    if (!isField(target)) {
      if (timeStamp - typedAt > TYPING) return end();
      // A space between two words would press the button that has the focus.
      if (key === ' ') {
        if (!strayed) return end();
        event.preventDefault();
      }
      strays.add(event);
      strayed = true;
    } else strayed = false;
    typedAt = timeStamp;
  };
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('pointerdown', end, { capture: true });
  return () => {
    window.removeEventListener('keydown', onKey, { capture: true });
    window.removeEventListener('pointerdown', end, { capture: true });
  };
}

/** As if the letter was pressed there, whether or not letters are commands. */
export function press(letter: string, target: Element, shiftKey = false): void {
  pressing = true;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: letter, shiftKey, bubbles: true, cancelable: true }));
  pressing = false;
}
