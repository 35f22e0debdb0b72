/** Single-letter keys can be switched off (WCAG 2.1.4); the account keeps the choice, and each browser a copy of it. */
const NAME = 'single-keys';

/** True unless somebody switched them off here. */
export function singleKeysAreOn(): boolean {
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
    // Without storage the choice lasts no longer than the page; nothing to do about it.
  }
}

/** True where a letter is text, or belongs to an open dialog or menu, and so is no command of the page. */
export function isForTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select') ||
    target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
  );
}
