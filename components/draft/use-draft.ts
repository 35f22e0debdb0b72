'use client';

import { useCallback } from 'react';
import { readDraft, writeDraft } from './draft-store';

export function useDraft(name: string) {
  const keep = useCallback((text: string) => writeDraft(name, text || undefined), [name]);
  const recall = useCallback((): string => {
    const text = readDraft(name);
    return typeof text === 'string' ? text : '';
  }, [name]);
  return { keep, recall };
}
