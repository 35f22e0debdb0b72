'use client';

import { createContext, useContext, useEffect, useState } from 'react';

export const PortalContainer = createContext<HTMLElement | null>(null);

/**
 * Where menus, popovers and tooltips are rendered: the dialog around, else the main part, since a landmark keeps them in the
 * page for screen readers. Undefined until mounted.
 */
export function usePortalContainer(): HTMLElement | undefined {
  const dialog = useContext(PortalContainer);
  const [main, setMain] = useState<HTMLElement | null>(null);
  useEffect(() => setMain(document.getElementById('main')), []);
  return dialog ?? main ?? undefined;
}

/**
 * For closing menus and popovers: focuses `finalFocus`, the trigger by default, unless something else has the focus. It comes
 * a moment after the panel is gone: what a fast hand has opened by then would close without its focus.
 */
export const focusAfter = (finalFocus?: () => HTMLElement | null) => (event: Event) => {
  const active = document.activeElement;
  const nothing = active === null || active === document.body;
  if (finalFocus) {
    event.preventDefault();
    // Asked in any case: whoever answers also learns that it has closed.
    const wanted = finalFocus();
    if (nothing || isDialog(active)) wanted?.focus();
  } else if (!nothing && !isDialog(active)) event.preventDefault();
};

/** A dialog around takes the focus when what had it in there is gone; that is nobody's wish. */
const isDialog = (active: Element) =>
  active.matches('[role=dialog], [role=alertdialog]') && !active.closest('[data-radix-popper-content-wrapper]');
