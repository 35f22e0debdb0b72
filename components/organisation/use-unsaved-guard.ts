'use client';

import { useEffect, useState } from 'react';

/**
 * While `unsaved`, asks before the page is left: the browser's own question for closing and reloading, and for links
 * within the application the URL that was asked for, to be confirmed by whoever draws the question.
 */
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
    // Before React and the router see it.
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', beforeUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [unsaved]);
  return { asked, stay: () => setAsked(null) };
}
