import type { KeyboardEvent, RefObject } from 'react';

const STOPS = 'a[href], button:not([disabled]), textarea, input, summary';

/**
 * The messages are one stop of the Tab key: arrows go from one to the next, Tab through the parts of the one that has the
 * focus and then on to the field, Shift Tab back to the list.
 */
export const useLogKeys = (field: RefObject<HTMLElement | null>) => (event: KeyboardEvent<HTMLElement>) => {
  const { currentTarget: log, target, key, shiftKey } = event;
  if (
    !(target instanceof HTMLElement) ||
    target.closest('textarea, input, [role=dialog], [role=alertdialog], [role=menu]')
  )
    return;
  const message = target.closest<HTMLElement>('[data-message]');
  const go = (to: HTMLElement | null | undefined) => {
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    if (target !== log && target !== message) return;
    const all = [...log.querySelectorAll<HTMLElement>('[data-message]')];
    const at = message ? all.indexOf(message) : all.length;
    return go(all[Math.max(0, key === 'ArrowUp' ? at - 1 : Math.min(at + 1, all.length - 1))]);
  }
  if (key !== 'Tab') return;
  const stops = message ? [...message.querySelectorAll<HTMLElement>(STOPS)] : [];
  if (!shiftKey && (!message || target === stops.at(-1) || stops.length === 0)) go(field.current);
  if (shiftKey && message) go(target === message ? log : target === stops[0] ? message : null);
};
