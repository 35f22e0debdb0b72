'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { openOverlay } from './overlay';
import { placesFor } from './places';
import { useShell } from './shell-context';
import { isForTyping, singleKeysAreOn } from './single-keys';

const SEQUENCE = 1500;

/** The keys that work on every page: Ctrl K and / (search), G and a letter (go), ? (all keys), C (new task). */
export function ShellKeys() {
  const { organisation, member } = useShell();
  const router = useRouter();

  useEffect(() => {
    let goUntil = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        openOverlay('palette');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isForTyping(event) || !singleKeysAreOn()) return;
      const going = Date.now() < goUntil;
      goUntil = 0;
      const key = event.key.toLowerCase();
      if (going) {
        const place = placesFor(member.role).find(({ letter }) => letter === key);
        if (!place) return;
        // The page's own keys may use the same letter; after G it is ours.
        event.preventDefault();
        event.stopPropagation();
        router.push(`/${organisation.key}/${place.path}`);
      } else if (key === 'g') {
        goUntil = Date.now() + SEQUENCE;
      } else if (key === '/') {
        event.preventDefault();
        openOverlay('palette');
      } else if (event.key === '?') {
        event.preventDefault();
        openOverlay('keys');
      }
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [router, organisation.key, member.role]);

  return null;
}
