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

/** For closing menus and popovers: focuses `finalFocus`, unless something else has the focus. */
export const focusAfter = (finalFocus: () => HTMLElement | null) => (event: Event) => {
  event.preventDefault();
  const wanted = finalFocus();
  if (document.activeElement === document.body || document.activeElement === null) wanted?.focus();
};
