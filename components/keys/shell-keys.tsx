'use client';

import { useRouter } from 'next/navigation';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { openOverlay } from '@/components/overlay/overlay';
import { INBOX, placesFor } from '@/components/viewer/places';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { TASK_VIEWS, viewPath } from '@/components/viewer/views';
import { isForTyping, noticeTyping, singleKeysAreOn } from './single-keys';
import { undoOnKey } from './use-undo';

const SEQUENCE = 1500;
const NONE = { first: '', until: 0 };

/** Keys of every page: Ctrl K and / (search), G or V and a letter (go, view), ? (all keys), C (new task), Ctrl Z (undo), F6. */
export function ShellKeys() {
  const hrefTo = useOrganisationLinks();
  const { member, creates } = useShell();
  const router = useRouter();

  // Outlives a page that is drawn anew between the two keys.
  const sequence = useRef(NONE);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      openOverlay('palette');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === 'F6') {
      event.preventDefault();
      void import('./panes').then(({ toPane }) => toPane(event.shiftKey ? -1 : 1));
      return;
    }
    if (isForTyping(event) || !singleKeysAreOn()) return;
    // When they were pressed, not when a busy page got to them.
    const before = event.timeStamp < sequence.current.until ? sequence.current.first : '';
    sequence.current = NONE;
    const key = event.key.toLowerCase();
    if (before) {
      const place =
        before === 'g' &&
        (key === INBOX.letter && !member.viewing ? INBOX : placesFor(member.role).find(({ letter }) => letter === key));
      // This page's tasks in another view, else the viewer's own.
      const view = before === 'v' && TASK_VIEWS.find(({ letter }) => letter === key)?.id;
      if (!place && !view) return;
      // The page's own keys may use the same letter; after G and V it is ours.
      event.preventDefault();
      event.stopPropagation();
      if (place) router.push(hrefTo(place.path));
      else if (view) {
        const here = document.querySelector<HTMLElement>(`main a[data-view="${view}"]`);
        if (here) here.click();
        else router.push(hrefTo(viewPath(view)));
      }
    } else if (key === 'g' || key === 'v') {
      sequence.current = { first: key, until: event.timeStamp + SEQUENCE };
    } else if (key === '/') {
      event.preventDefault();
      openOverlay('palette');
    } else if (event.key === '?') {
      event.preventDefault();
      openOverlay('keys');
    }
  });
  // Runs after the page's own keys, which may use the same letter.
  const onNewTask = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'c' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isForTyping(event) || !singleKeysAreOn() || !creates.includes('task')) return;
    event.preventDefault();
    openOverlay('new-task');
  });
  // In the layout phase: whoever sees the page may press at once.
  useLayoutEffect(() => {
    const stopNoticing = noticeTyping();
    const early = (event: KeyboardEvent) => onKey(event);
    const late = (event: KeyboardEvent) => onNewTask(event);
    window.addEventListener('keydown', early, { capture: true });
    window.addEventListener('keydown', late);
    window.addEventListener('keydown', undoOnKey);
    return () => {
      stopNoticing();
      window.removeEventListener('keydown', undoOnKey);
      window.removeEventListener('keydown', early, { capture: true });
      window.removeEventListener('keydown', late);
    };
  }, []);

  return null;
}
