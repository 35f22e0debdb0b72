'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useTransition } from 'react';
import { isUrlAhead } from './page-url';

let refreshAhead: (() => void) | null = null;

/** Reads what the server renders of this page anew; what is typed, opened and scrolled stays. */
export function useRefresh(): () => void {
  const { refresh } = useRouter();
  return useCallback(() => {
    if (refreshAhead && isUrlAhead()) refreshAhead();
    else refresh();
  }, [refresh]);
}

/**
 * Once in the frame, after the page. Where the address is ahead of what was read, Next finds that the answer is of another
 * address: it asks a second time, scrolls to the top, and leaves the page for a reload when that happens twice at a time
 * (vercel/next.js issue 98323). Hence one refresh at a time there, which stays where it is.
 */
export function RefreshAhead() {
  const { refresh } = useRouter();
  const [pending, start] = useTransition();
  const underWay = useRef(false);
  const again = useRef(false);
  const place = useRef<{ address: string; top: number } | null>(null);

  const ask = useEffectEvent(() => {
    if (underWay.current) {
      again.current = true;
      return;
    }
    underWay.current = true;
    start(refresh);
  });
  useEffect(() => {
    const mine = () => ask();
    refreshAhead = mine;
    return () => {
      if (refreshAhead === mine) refreshAhead = null;
    };
  }, []);
  useEffect(() => {
    if (pending) return;
    underWay.current = false;
    if (!again.current) return;
    again.current = false;
    ask();
  }, [pending]);

  useEffect(() => {
    if (!pending) return;
    const note = () => {
      place.current = { address: window.location.href, top: window.scrollY };
    };
    note();
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [pending]);
  // In the same commit as Next's scrolling, before anything is painted.
  useLayoutEffect(() => {
    const { current } = place;
    if (pending || !current) return;
    place.current = null;
    if (current.address === window.location.href && current.top !== window.scrollY)
      window.scrollTo({ top: current.top, behavior: 'instant' });
  }, [pending]);
  return null;
}
