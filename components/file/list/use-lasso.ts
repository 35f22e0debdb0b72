import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Selection } from './use-selection';

/** What a press may begin on without beginning a lasso: controls, and rows that are dragged themselves. */
const TAKEN = 'a, button, input, label, nav, form, section, thead, [draggable=true]';
/** Pixels that the mouse moves before it is more than a click. */
const BEGINS = 6;
const FRAME = 'pointer-events-none fixed z-sticky rounded-xs border border-accent bg-accent-soft opacity-60';

/** With the mouse, from where nothing lies: all that the frame touches is selected; with Ctrl or Shift beside what is. */
export function useLasso(region: RefObject<HTMLElement | null>, selection: Selection): void {
  const latest = useEffectEvent(() => selection);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    let ends = () => {};
    const begin = (down: PointerEvent) => {
      if (down.pointerType !== 'mouse' || down.button !== 0) return;
      if (!(down.target instanceof Element) || down.target.closest(TAKEN)) return;
      const from = { x: down.pageX, y: down.pageY };
      const kept = down.ctrlKey || down.metaKey || down.shiftKey ? [...latest().ids] : [];
      const hit = new Set<string>();
      let frame: HTMLElement | undefined;
      const draw = ({ pageX, pageY }: PointerEvent) => {
        if (!frame && Math.hypot(pageX - from.x, pageY - from.y) < BEGINS) return;
        frame ??= document.body.appendChild(Object.assign(document.createElement('div'), { className: FRAME }));
        // By the page, so that scrolling makes it larger.
        const [left, right] = [Math.min(from.x, pageX) - scrollX, Math.max(from.x, pageX) - scrollX];
        const [top, bottom] = [Math.min(from.y, pageY) - scrollY, Math.max(from.y, pageY) - scrollY];
        Object.assign(frame.style, {
          ...{ left: `${left}px`, top: `${top}px` },
          ...{ width: `${right - left}px`, height: `${bottom - top}px` },
        });
        for (const item of element.querySelectorAll<HTMLElement>('[data-item]')) {
          const box = item.getBoundingClientRect();
          const touched = box.left < right && box.right > left && box.top < bottom && box.bottom > top;
          if (touched) hit.add(item.dataset.item ?? '');
          else hit.delete(item.dataset.item ?? '');
        }
        latest().these([...kept, ...hit]);
      };
      const noText = (event: Event) => event.preventDefault();
      const listeners: [string, (event: never) => void][] = [
        ['pointermove', draw],
        ['pointerup', () => ends()],
        ['pointercancel', () => ends()],
        ['selectstart', noText],
      ];
      for (const [name, listen] of listeners) document.addEventListener(name, listen as EventListener);
      ends = () => {
        frame?.remove();
        for (const [name, listen] of listeners) document.removeEventListener(name, listen as EventListener);
      };
    };
    element.addEventListener('pointerdown', begin);
    return () => {
      ends();
      element.removeEventListener('pointerdown', begin);
    };
  }, [region]);
}
