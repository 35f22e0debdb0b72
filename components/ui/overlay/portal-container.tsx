'use client';

import { createContext, useContext, useEffect, useState } from 'react';

/** The element that floating parts are drawn in: the open dialog, where there is one. */
export const PortalContainer = createContext<HTMLElement | null>(null);

/**
 * Where a menu, popover or tooltip belongs: the dialog around it, else the page's `main`. Inside a landmark it stays
 * part of the page for screen readers. Undefined until the page is there.
 */
export function usePortalContainer(): HTMLElement | undefined {
  const dialog = useContext(PortalContainer);
  const [main, setMain] = useState<HTMLElement | null>(null);
  useEffect(() => setMain(document.querySelector('main')), []);
  return dialog ?? main ?? undefined;
}

/** What a menu or popover does when it has closed: `finalFocus` decides, but takes the focus from nobody. */
export const focusAfter = (finalFocus: () => HTMLElement | null) => (event: Event) => {
  event.preventDefault();
  const wanted = finalFocus();
  if (document.activeElement === document.body || document.activeElement === null) wanted?.focus();
};
