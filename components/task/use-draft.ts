'use client';

import { useCallback } from 'react';

const PREFIX = 'guildhall-draft:';

/** What was written and not yet sent, kept in this browser. `name` says whose and about what. */
export function useDraft(name: string) {
  const keep = useCallback(
    (text: string) => {
      try {
        if (text) localStorage.setItem(PREFIX + name, text);
        else localStorage.removeItem(PREFIX + name);
      } catch {
        // Without storage the text lives as long as the page.
      }
    },
    [name],
  );
  const recall = useCallback((): string => {
    try {
      return localStorage.getItem(PREFIX + name) ?? '';
    } catch {
      return '';
    }
  }, [name]);
  return { keep, recall };
}
