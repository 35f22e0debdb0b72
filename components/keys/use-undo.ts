'use client';

import { useCallback, useEffect, useRef } from 'react';
import { loadAhead } from '@/components/overlay/load-ahead';

const REMEMBERED = 50;

/** Can be undone once, by the key or by a toast's button. `isSpent`: it was undone or forgotten; `onSpent` hears of it. */
export type Step = { undo: () => void; forget: () => void; isSpent: () => boolean; onSpent?: () => void };

export type Remember = (back: () => unknown) => Step;

/** Of all that is on the page, the latest last. */
let steps: Step[] = [];

export const canUndo = (): boolean => steps.length > 0;
export const undoLast = (): void => steps.at(-1)?.undo();

/** Undoes the last change on Ctrl+Z, except in fields, which undo typing themselves. */
export function undoOnKey(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || event.defaultPrevented) return;
  const last = steps.at(-1);
  if (
    !last ||
    (target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]'))
  )
    return;
  event.preventDefault();
  last.undo();
}

/** Stays when what made the change is no longer on the page: `back` needs nothing of it. */
function rememberStep(back: () => unknown): Step {
  let spent = false;
  const forget = () => {
    spent = true;
    steps = steps.filter((one) => one !== step);
    step.onSpent?.();
  };
  const step: Step = {
    undo: () => {
      if (spent) return;
      forget();
      back();
    },
    forget,
    isSpent: () => spent,
  };
  steps = [...steps, step].slice(-REMEMBERED);
  return step;
}

const load = () => import('./undo-sent');

/**
 * Remembers a change that is on its way, as until its answer the key would take back what was changed before it. Undone
 * before that, it waits for the answer, and for what was undone before; a change that fails leaves nothing to undo.
 */
export function rememberSent<Made>(
  sent: Promise<Made>,
  back: (made: Made) => unknown,
  remember: Remember = rememberStep,
): Step {
  loadAhead(load);
  const step = remember(() =>
    load().then(
      ({ undoSent }) => undoSent(sent, back),
      () => sent.then(back, () => undefined),
    ),
  );
  sent.catch(step.forget);
  return step;
}

/** Remembers changes as long as the component is there. */
export function useUndo(): Remember {
  const own = useRef(new Set<Step>());
  useEffect(() => {
    const mine = own.current;
    document.addEventListener('keydown', undoOnKey);
    return () => {
      document.removeEventListener('keydown', undoOnKey);
      steps = steps.filter((step) => !mine.has(step));
    };
  }, []);

  return useCallback((back) => {
    const step = rememberStep(back);
    own.current.add(step);
    return step;
  }, []);
}
