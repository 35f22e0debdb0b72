import { useEffect, useEffectEvent, useState } from 'react';

export type CalendarDrag = Pick<typeof import('./calendar-drag'), 'dragItem' | 'dropOnDay'>;

/** Loads the drag code once the calendar is on screen; without it the keys and what is pulled at still work. */
export function useCalendarDrag(
  wanted: boolean,
  {
    hold,
    move,
    refused,
  }: {
    hold: (id: string | null) => void;
    move: (id: string, day: string) => void;
    refused: (id: string) => void;
  },
): CalendarDrag | null {
  const [drag, setDrag] = useState<CalendarDrag | null>(null);
  const held = useEffectEvent((id: string | null) => hold(id));
  const dropped = useEffectEvent((id: string, day: string) => move(id, day));
  const stays = useEffectEvent((id: string) => refused(id));
  useEffect(() => {
    if (!wanted) return;
    let end: (() => void) | undefined;
    let here = true;
    import('./calendar-drag').then(
      ({ dragItem, dropOnDay, watchDrags }) => {
        if (!here) return;
        setDrag({ dragItem, dropOnDay });
        end = watchDrags({
          hold: (id) => held(id),
          refused: (id) => stays(id),
          dropped: (id, day) => dropped(id, day),
        });
      },
      () => undefined,
    );
    return () => {
      here = false;
      end?.();
    };
  }, [wanted]);
  return drag;
}
