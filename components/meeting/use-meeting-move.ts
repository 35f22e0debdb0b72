import { useEffect, useRef, useState } from 'react';
import { showUndoable } from '@/components/keys/show-undoable';
import { useUndo } from '@/components/keys/use-undo';
import { ApiError, call, reasonOf } from '@/components/query/api-client';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';
import type { Formats } from '@/lib/formats';
import { firstMomentOf } from '@/lib/formats/clock';
import type { CalendarMeeting, MeetingDay } from '@/lib/meeting/calendar';
import type { Scope } from '@/lib/meeting/vocabulary';
import { clockWords } from './clock-words';
import { isSameSlot, type Slot, slotOf } from './slots';

type Move = { meeting: CalendarMeeting; slot: Slot };

export const slotWords = (formats: Formats, { day, from, to }: Slot, whole = false): string =>
  whole
    ? formats.day(day, 'short')
    : `${formats.day(day, 'short')}, ${clockWords(formats, from)}–${clockWords(formats, to)}`;

/**
 * Sends where a meeting was put; of a series it is asked first which. It is drawn there until the page has it; what is refused
 * goes back. One meeting can be put back by an undo; a series that was split is not joined again.
 */
export function useMeetingMove(days: readonly MeetingDay[], say: (words: string) => void) {
  const formats = useFormats();
  const refresh = useRefresh();
  const remember = useUndo();
  /** What is on its way. */
  const [sent, setSent] = useState<Move | null>(null);
  const [asked, setAsked] = useState<Move | null>(null);
  const read = useRef(days);
  useEffect(() => {
    if (read.current !== days) setSent(null);
    read.current = days;
  }, [days]);

  const timesOf = ({ meeting, slot }: Move) => {
    const zone = meeting.allDay ? meeting.time_zone : formats.timeZone;
    const before = slotOf(meeting, formats.timeZone);
    const length = slot.to - slot.from;
    return {
      starts_at: new Date(firstMomentOf(slot.day, slot.from, zone)).toISOString(),
      ...(length !== before.to - before.from && { duration_minutes: length }),
    };
  };

  async function send(move: Move, scope?: Scope) {
    const { meeting } = move;
    const { id, occurrence, title } = meeting;
    setAsked(null);
    setSent(move);
    const where = slotWords(formats, move.slot, meeting.whole);
    const reach = meeting.repeats ? { scope: scope ?? ('this' as const), occurrence } : {};
    try {
      const after = await call('PATCH meeting/{id}', { id, version: meeting.version, ...reach, ...timesOf(move) });
      refresh();
      const text = bidi`${title} is on ${where}.`;
      if (meeting.repeats && scope !== 'this') return showToast({ kind: 'success', text });
      const back = {
        ...{ starts_at: meeting.starts_at, version: after.version },
        duration_minutes: Math.round((Date.parse(meeting.ends_at) - Date.parse(meeting.starts_at)) / 60_000),
      };
      const again = meeting.repeats ? reach : {};
      showUndoable(
        text,
        remember(() =>
          call('PATCH meeting/{id}', { id: after._id, ...again, ...back }).then(
            () => {
              showToast({ kind: 'info', text: bidi`${title} is back where it was.` });
              refresh();
            },
            (failure) => showToast({ kind: 'failure', text: bidi`${title} was not put back. ${reasonOf(failure)}` }),
          ),
        ),
      );
    } catch (failure) {
      setSent(null);
      const [why] = failure instanceof ApiError ? Object.values(failure.errors).flat() : [];
      const text = bidi`${title} stays where it was. ${why ?? reasonOf(failure)}`;
      showToast({ kind: 'failure', text });
      say(text);
      if (failure instanceof ApiError && failure.status === 409) refresh();
    }
  }

  return {
    sent,
    asked,
    where: asked ? slotWords(formats, asked.slot, asked.meeting.whole) : '',
    choose: (scope: Scope) => {
      if (asked) void send(asked, scope);
    },
    drop: () => setAsked(null),
    /** Whether there is anything to send. */
    move: (meeting: CalendarMeeting, slot: Slot): boolean => {
      if (isSameSlot(slot, slotOf(meeting, formats.timeZone))) return false;
      if (meeting.repeats) setAsked({ meeting, slot });
      else void send({ meeting, slot });
      return true;
    },
  };
}
