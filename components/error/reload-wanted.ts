/**
 * Loads the page that the person wants: the one whose link was pressed while it is still on its way (the error may be of
 * the page before, drawn once more meanwhile), else the present one again.
 */
export function reloadWanted(): void {
  const pressed = document.querySelector('[data-link-pending=""]')?.closest('a');
  if (pressed) window.location.assign(pressed.href);
  else window.location.reload();
}
