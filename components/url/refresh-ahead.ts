'use client';

import { useRouter } from 'next/navigation';
import { useLayoutEffect, useTransition } from 'react';
import { forgetPageUrl, holdPageUrl, tellPageUrl } from './page-url';
import { onRefreshAhead } from './use-refresh';

let underWay: { top: number; again?: boolean } | null = null;

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
        underWay = { top: window.scrollY };
        holdPageUrl();
        start(refresh);
      }
    };
    onRefreshAhead(ask);
    const last = underWay;
    if (!last) return;
    if (pending) {
      const follow = () => {
        last.top = window.scrollY;
      };
      window.addEventListener('scroll', follow);
      window.addEventListener('popstate', forgetPageUrl);
      return () => {
        window.removeEventListener('scroll', follow);
        window.removeEventListener('popstate', forgetPageUrl);
      };
    }
    underWay = null;
    if (tellPageUrl()) window.scrollTo(window.scrollX, last.top);
    if (last.again) ask();
  }, [pending, refresh]);
  return null;
}
