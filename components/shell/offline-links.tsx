'use client';

import { useEffect } from 'react';
import { useConnected } from '@/components/query/connectivity';
import { showToast } from '@/components/ui/overlay/toast';

/** Offline, Next's navigations wait (`experimental.useOffline`); plain links would open the browser's error page. */
export function OfflineLinks() {
  const connected = useConnected();
  useEffect(() => {
    if (connected) return;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const { origin, pathname, search } = window.location;
      const sameDocument = link.pathname === pathname && link.search === search;
      if (link.origin !== origin || sameDocument || (link.target && link.target !== '_self')) return;
      const why = navigator.onLine ? 'The server cannot be reached.' : 'You are offline.';
      if (event.defaultPrevented) {
        showToast({ kind: 'info', text: `${why} This page opens when you are connected again.` });
        return;
      }
      event.preventDefault();
      showToast({ kind: 'info', text: `${why} Open this again when you are connected.` });
    };
    // After React, which listens at the document: what it prevented is a navigation that waits.
    window.addEventListener('click', onClick);
    return () => window.removeEventListener('click', onClick);
  }, [connected]);
  return null;
}
