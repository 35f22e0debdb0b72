'use client';

import { useCallback, useEffect, useRef } from 'react';

const REMEMBERED = 50;

/** Can be undone once, by the key or by a toast's button. */
export type Step = { undo: () => void; forget: () => void };

/** Undoes the last change on Ctrl+Z, except in fields, which undo typing themselves. */
export function useUndo() {
  const steps = useRef<Step[]>([]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || event.defaultPrevented) return;
      const last = steps.current.at(-1);
      if (!last || (target instanceof Element && target.closest('input, textarea, select, [contenteditable]'))) return;
      event.preventDefault();
      last.undo();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return useCallback((back: () => void): Step => {
    const forget = () => {
      steps.current = steps.current.filter((one) => one !== step);
    };
    const step: Step = {
      undo: () => {
        if (!steps.current.includes(step)) return;
        forget();
        back();
      },
      forget,
    };
    steps.current = [...steps.current, step].slice(-REMEMBERED);
    return step;
  }, []);
}
