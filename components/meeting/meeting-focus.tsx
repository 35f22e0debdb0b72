'use client';

import { useEffect, useRef } from 'react';

/** A calendar that is drawn again comes in parts, so this long it is waited for (ms). */
const WAIT_MS = 5_000;

/**
 * The focus goes to a meeting that is opened, and back to its link once it is closed.
 * @param open the `data-meeting` of the one that stands above or in place of the others
 */
export function MeetingFocus({ open }: { open: string | null }) {
  const last = useRef(open);
  useEffect(() => {
    const before = last.current;
    last.current = open;
    if (before === open) return;
    const wanted = open === null ? `[data-meeting="${CSS.escape(before ?? '')}"] a` : '[data-meeting-detail] h2';
    const focus = (): boolean => {
      const element = document.querySelector<HTMLElement>(wanted);
      if (!element) return false;
      if (open !== null) element.tabIndex = -1;
      element.focus();
      return true;
    };
    if (focus()) return;
    const looking = new MutationObserver(() => {
      // Whoever went on meanwhile is left alone.
      if (document.activeElement !== document.body || focus()) looking.disconnect();
    });
    looking.observe(document.body, { childList: true, subtree: true });
    const enough = setTimeout(() => looking.disconnect(), WAIT_MS);
    return () => {
      looking.disconnect();
      clearTimeout(enough);
    };
  }, [open]);
  return null;
}
