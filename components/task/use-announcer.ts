'use client';

import { useCallback, useEffect, useRef } from 'react';

const DEBOUNCE = 150;

/** Put `region` on an element with role=status; `say` what happened. The last message wins. */
export function useAnnouncer() {
  const region = useRef<HTMLParagraphElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = useCallback((words: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (region.current) region.current.textContent = words;
    }, DEBOUNCE);
  }, []);
  return { region, say };
}
