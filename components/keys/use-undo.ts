'use client';

import { useCallback, useEffect, useRef } from 'react';

const REMEMBERED = 50;

/** Can be undone once, by the key or by a toast's button. */
export type Step = { undo: () => void; forget: () => void };

export type Remember = (back: () => void) => Step;

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
function rememberStep(back: () => void): Step {
  const forget = () => {
    steps = steps.filter((one) => one !== step);
  };
  const step: Step = {
    undo: () => {
      if (!steps.includes(step)) return;
      forget();
      back();
    },
    forget,
  };
  steps = [...steps, step].slice(-REMEMBERED);
  return step;
}

/**
 * Remembers a change that is on its way, as until its answer the key would take back what was changed before it. Undone
 * before that, it waits for the answer; a change that fails leaves nothing to undo.
 */
export function rememberSent<Made>(
  sent: Promise<Made>,
  back: (made: Made) => unknown,
  remember: Remember = rememberStep,
): Step {
  const step = remember(() => void sent.then(back, () => undefined));
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
