import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isForTyping } from '@/components/keys/single-keys';
import type { CalendarMeeting } from '@/lib/meeting/calendar';
import { QUARTER, type Slot, shifted } from './slots';

type Lift = { meeting: CalendarMeeting; slot: Slot };

const SIDE: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const UP: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Space lifts the meeting that has the focus, arrows carry it, with Shift they move its end; Space or Enter drops it. */
export function useMeetingLift(
  grid: RefObject<HTMLElement | null>,
  {
    days,
    hours,
    meetingOf,
    slotOf,
    told,
    drop,
  }: {
    days: readonly string[];
    /** Whether up and down are hours, else weeks. */
    hours: boolean;
    meetingOf: (key: string) => CalendarMeeting | undefined;
    slotOf: (meeting: CalendarMeeting) => Slot;
    told: (what: 'lifted' | 'moved' | 'put back' | 'refused', meeting: CalendarMeeting, slot: Slot) => void;
    drop: (meeting: CalendarMeeting, slot: Slot) => void;
  },
): Lift | null {
  const [lift, setLift] = useState<Lift | null>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isForTyping(event) || !(target instanceof Element)) return;
    const own = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (!lift) {
      const name = target.closest('[data-stop]') && target.closest<HTMLElement>('[data-meeting]')?.dataset.meeting;
      const meeting = key === ' ' && name ? meetingOf(name) : undefined;
      if (!meeting) return;
      own();
      const slot = slotOf(meeting);
      if (meeting.movable) setLift({ meeting, slot });
      told(meeting.movable ? 'lifted' : 'refused', meeting, slot);
      return;
    }
    own();
    const { meeting, slot } = lift;
    if (key === ' ' || key === 'Enter') {
      setLift(null);
      return drop(meeting, slot);
    }
    if (key === 'Escape' || key === 'Tab') {
      setLift(null);
      return told('put back', meeting, slotOf(meeting));
    }
    const next = carried(slot, meeting, event);
    if (!next) return;
    setLift({ meeting, slot: next });
    told('moved', meeting, next);
  });
  function carried(slot: Slot, { whole }: CalendarMeeting, { key, shiftKey }: KeyboardEvent): Slot | null {
    const [side, up] = [SIDE[key], UP[key]];
    if (shiftKey) return up && hours && !whole ? shifted(slot, days, { longer: up * QUARTER }) : null;
    if (side) return shifted(slot, days, { by: side });
    if (!up) return null;
    if (!hours) return shifted(slot, days, { by: up * 7 });
    return whole ? null : shifted(slot, days, { minutes: up * QUARTER });
  }
  const leave = useEffectEvent(() => {
    if (!lift) return;
    setLift(null);
    told('put back', lift.meeting, slotOf(lift.meeting));
  });
  useEffect(() => {
    const element = grid.current;
    const keydown = (event: KeyboardEvent) => onKey(event);
    const blur = () => leave();
    element?.addEventListener('keydown', keydown, { capture: true });
    element?.addEventListener('focusout', blur);
    return () => {
      element?.removeEventListener('keydown', keydown, { capture: true });
      element?.removeEventListener('focusout', blur);
    };
  }, [grid]);
  return lift;
}
