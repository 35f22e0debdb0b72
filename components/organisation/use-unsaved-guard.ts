'use client';

import { useEffect, useState } from 'react';

/** While `unsaved`: the browser's question on closing; for links inside the app `asked` is the URL to confirm. */
export function useUnsavedGuard(unsaved: boolean): { asked: string | null; stay: () => void } {
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    if (!unsaved) return;
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || link.target === '_blank' || link.hasAttribute('download')) return;
      const { origin, pathname, search, hash } = new URL(link.href);
      if (origin !== location.origin || (pathname === location.pathname && search === location.search && hash)) return;
      event.preventDefault();
      event.stopPropagation();
      setAsked(`${pathname}${search}${hash}`);
    };
    window.addEventListener('beforeunload', beforeUnload);
    // Capturing: before React and the router.
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', beforeUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [unsaved]);
  return { asked, stay: () => setAsked(null) };
}
