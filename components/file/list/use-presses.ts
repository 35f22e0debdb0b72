import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Selection } from './use-selection';

/** How long a finger rests until it selects (ms). */
const LONG_PRESS = 450;
const CONTROL = 'a, button, input, label, [role=menu]';

const itemOf = (event: Event): string | undefined =>
  event.target instanceof Element && !event.target.closest(CONTROL)
    ? event.target.closest<HTMLElement>('[data-item]')?.dataset.item
    : undefined;

/** Rows by mouse and touch: a press selects, Ctrl and Shift add, a double press opens; a resting finger selects. */
export function usePresses(
  region: RefObject<HTMLElement | null>,
  { selection, open }: { selection: Selection; open: (id: string) => void },
): void {
  const onClick = useEffectEvent((event: MouseEvent) => {
    const id = itemOf(event);
    const touched = event instanceof PointerEvent && event.pointerType === 'touch';
    if (!id) return;
    if (event.shiftKey) selection.extend(id);
    else if (event.ctrlKey || event.metaKey || (touched && selection.ids.size > 0)) selection.toggle(id);
    else if (touched) open(id);
    else selection.only(id);
  });
  const onDouble = useEffectEvent((event: MouseEvent) => {
    const id = itemOf(event);
    if (id) open(id);
  });
  const onRest = useEffectEvent((id: string) => selection.toggle(id));
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let rested = false;
    const end = () => clearTimeout(timer);
    const down = (event: PointerEvent) => {
      rested = false;
      const id = itemOf(event);
      if (event.pointerType !== 'touch' || !id) return;
      timer = setTimeout(() => {
        rested = true;
        onRest(id);
      }, LONG_PRESS);
    };
    const click = (event: MouseEvent) => {
      if (rested) event.preventDefault();
      else onClick(event);
      rested = false;
    };
    const double = (event: MouseEvent) => onDouble(event);
    const menu = (event: Event) => rested && event.preventDefault();
    const listeners: [string, (event: never) => void][] = [
      ['pointerdown', down],
      ['pointerup', end],
      ['pointercancel', end],
      ['pointermove', (event: PointerEvent) => Math.abs(event.movementX) + Math.abs(event.movementY) > 8 && end()],
      ['click', click],
      ['dblclick', double],
      ['contextmenu', menu],
    ];
    for (const [name, listen] of listeners) element.addEventListener(name, listen as EventListener);
    return () => {
      end();
      for (const [name, listen] of listeners) element.removeEventListener(name, listen as EventListener);
    };
  }, [region]);
}
