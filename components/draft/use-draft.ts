'use client';

import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { readDraft, recallDraft, writeDraft } from './draft-store';

/**
 * The draft of one field. `put` fills the field with what was kept, at once for another `name`; `begins`: what stands
 * below that. @returns what keeps the field's text.
 */
export function useDraft(name: string, put: (text: string) => void, begins = ''): (text: string) => void {
  const typed = useRef('');
  const onKept = useEffectEvent((kept: unknown) => {
    if (typeof kept !== 'string' || !kept) return;
    // With what was written before it was known what was kept.
    const text = both(kept, typed.current);
    put(text);
    writeDraft(name, text);
  });
  const begin = useEffectEvent((own: unknown) => {
    typed.current = begins;
    put(both(own, begins));
  });
  useEffect(() => {
    const own = readDraft(name);
    begin(own);
    return own === undefined ? recallDraft(name, (kept) => onKept(kept)) : undefined;
  }, [name]);
  return useCallback(
    (text: string) => {
      typed.current = text;
      writeDraft(name, text || undefined);
    },
    [name],
  );
}

const both = (kept: unknown, more: string): string =>
  typeof kept === 'string' && kept.trimEnd() && more
    ? `${kept.trimEnd()}\n\n${more}`
    : more || (typeof kept === 'string' ? kept : '');
