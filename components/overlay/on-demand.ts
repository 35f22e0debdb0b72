'use client';

import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { showToast } from '@/components/ui/overlay/toast';
import { loadAhead } from './load-ahead';

/**
 * A menu, panel or dialog whose code is fetched when somebody is about to open it. Draw the plain button until `Part`
 * is there; from then on `Part`, with `open` and `setOpen`. `opener` goes to the button: `<button {...opener}>`.
 * @param load one and the same function at every render
 */
export function useOnDemand<P>(load: () => Promise<ComponentType<P>>) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const [open, setOpen] = useState(false);
  const there = Part !== null;
  // Opens one step after it is mounted: only then it knows the element that it is drawn in.
  useEffect(() => {
    if (there) setOpen(true);
  }, [there]);
  useEffect(() => loadAhead(load), [load]);
  const prefetch = useCallback(() => void load().catch(() => undefined), [load]);
  const press = useCallback(() => {
    if (there) return setOpen(true);
    load().then(
      (part) => setPart(() => part),
      () => showToast({ kind: 'failure', text: 'That part of the page could not be loaded. Check your connection.' }),
    );
  }, [load, there]);
  const opener = { onPointerEnter: prefetch, onFocus: prefetch, onClick: Part ? undefined : press };
  return { Part, open, setOpen, prefetch, press, opener };
}
