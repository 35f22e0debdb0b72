'use client';

import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { showToast } from '@/components/ui/overlay/toast';
import { loadAhead } from './load-ahead';

/**
 * Fetches a part's code on intent. Render the plain `<button {...opener}>` until `Part` is there, then `Part` instead.
 * @param load must be the same function at every render
 */
export function useOnDemand<P>(load: () => Promise<ComponentType<P>>) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const [open, setOpen] = useState(false);
  const there = Part !== null;
  // Opens one step after mounting: only then the portal's container is known.
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
