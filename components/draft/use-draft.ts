'use client';

import { useCallback } from 'react';
import { readDraft, writeDraft } from './draft-store';

/** One text that was written and not yet sent. `name` says whose and about what. */
export function useDraft(name: string) {
  const keep = useCallback((text: string) => writeDraft(name, text || undefined), [name]);
  const recall = useCallback((): string => {
    const text = readDraft(name);
    return typeof text === 'string' ? text : '';
  }, [name]);
  return { keep, recall };
}
