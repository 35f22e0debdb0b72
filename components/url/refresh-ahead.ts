'use client';

import { useRouter } from 'next/navigation';
import { useLayoutEffect, useTransition } from 'react';
import { onRefreshAhead } from './use-refresh';

let underWay: { url: string; top: number; again?: boolean } | null = null;

/**
 * Once in the frame, after the page. Where the URL is ahead of what was read, Next takes the answer for another page's: it
 * asks a second time, scrolls to the top, and leaves the page for a reload when that happens twice at a time
 * (vercel/next.js issue 98323). Hence one refresh at a time there, which stays where it is.
 */
export function RefreshAhead() {
  const { refresh } = useRouter();
  const [pending, start] = useTransition();
  // In the same commit as Next's scrolling, before anything is painted.
  useLayoutEffect(() => {
    const ask = () => {
      if (underWay) underWay.again = true;
      else {
        underWay = place();
        start(refresh);
      }
    };
    onRefreshAhead(ask);
    const last = underWay;
    if (!last) return;
    if (pending) {
      const follow = () => void Object.assign(last, place());
      window.addEventListener('scroll', follow);
      return () => window.removeEventListener('scroll', follow);
    }
    underWay = null;
    if (last.url === window.location.href) window.scrollTo(window.scrollX, last.top);
    if (last.again) ask();
  }, [pending, refresh]);
  return null;
}

const place = () => ({ url: window.location.href, top: window.scrollY });
