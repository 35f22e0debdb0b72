/** Loads the page whose link was pressed, if it is still loading (the error may be the old page's); else reloads. */
export function reloadWanted(): void {
  const pressed = document.querySelector('[data-link-pending=""]')?.closest('a');
  if (pressed) window.location.assign(pressed.href);
  else window.location.reload();
}
