'use client';

import { useEffect, useRef, useState } from 'react';
import { useCalendarDrag } from '@/components/calendar/use-calendar-drag';
import { useCalendarKeys } from '@/components/calendar/use-calendar-keys';
import { useOnDemand } from '@/components/overlay/on-demand';
import { useAnnouncer } from '@/components/task/use-announcer';
import { useToday } from '@/components/task/use-today';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import type { CalendarMeeting, MeetingDay } from '@/lib/meeting/calendar';
import { DAY_MINUTES } from '@/lib/meeting/layout';
import type { MeetingPageData } from '@/lib/meeting/queries.page';
import type { MeetingSpan } from '@/lib/meeting/vocabulary';
import { loadMeetingForm } from './load-form';
import type { Begun } from './meeting-form';
import { type MeetingPlace, meetingHref } from './meeting-links';
import { MeetingMonth } from './meeting-month';
import { type Draft, type GridLinks, MeetingWeek } from './meeting-week';
import { type Slot, slotOf } from './slots';
import { useMeetingLift } from './use-meeting-lift';
import { useMeetingLinks } from './use-meeting-links';
import { slotWords, useMeetingMove } from './use-meeting-move';
import { useSlotDrag } from './use-slot-drag';

const loadScope = () => import('./move-scope').then(({ MoveScope }) => MoveScope);

/** Meetings on their days: one day or a week with its hours, or a month. */
export function MeetingCalendar({
  place,
  span,
  days,
  now,
  choices,
}: {
  place: MeetingPlace;
  span: MeetingSpan;
  days: readonly MeetingDay[];
  now: number;
  /** Null for whoever makes no meetings. */
  choices: MeetingPageData['choices'];
}) {
  const formats = useFormats();
  const today = useToday(place.today);
  const { region, say } = useAnnouncer();
  const grid = useRef<HTMLOListElement>(null);
  const dates = days.map(({ day }) => day);
  const pieces = days.flatMap(({ whole, timed }) => [...whole, ...timed.map(({ item }) => item)]);
  const meetingOf = (key: string) => pieces.find(({ meeting }) => meeting.key === key)?.meeting;
  const placeOf = (meeting: CalendarMeeting) => slotOf(meeting, formats.timeZone);

  const [pulled, setPulled] = useState<Draft | null>(null);
  const [begun, setBegun] = useState<Begun | null>(null);
  const form = useOnDemand(loadMeetingForm);
  const scope = useOnDemand(loadScope);
  const moves = useMeetingMove(days, say);

  const create = (slot: Begun) => {
    setBegun(slot);
    form.press();
  };
  const put = (meeting: CalendarMeeting, slot: Slot) => {
    setPulled(null);
    if (!moves.move(meeting, slot)) return;
    say(bidi`${meeting.title}: ${slotWords(formats, slot, meeting.whole)}`);
    if (meeting.repeats) scope.press();
  };
  const refused = (key: string) => {
    const meeting = meetingOf(key);
    const why = meeting?.cancelled
      ? 'It is cancelled.'
      : 'You can move meetings of your projects if you lead or made them.';
    const text = bidi`${meeting?.title} stays where it is. ${why}`;
    say(text);
    showToast({ kind: 'info', text });
  };

  const lift = useMeetingLift(grid, {
    days: dates,
    hours: span !== 'month',
    meetingOf,
    slotOf: placeOf,
    told: (what, meeting, slot) => {
      const where = slotWords(formats, slot, meeting.whole);
      if (what === 'refused') refused(meeting.key);
      else if (what === 'moved') say(bidi`${meeting.title}: ${where}`);
      else if (what === 'put back') say(bidi`${meeting.title} was put back, ${where}.`);
      else
        say(
          bidi`Lifted ${meeting.title}. Arrow keys move it${span === 'month' ? '' : ', with Shift its end'}, Space drops, Escape cancels`,
        );
    },
    drop: put,
  });
  useCalendarKeys(grid, {
    date: dates.includes(today) ? today : place.date,
    create: choices
      ? (day, stop) => {
          const at = pieces.find(({ meeting }) => meeting.key === stop);
          const after = at && !at.meeting.whole && at.ends && at.to < DAY_MINUTES - 30 ? at.to : undefined;
          create({ date: day, from: after });
        }
      : undefined,
  });
  useMeetingLinks(grid);
  useSlotDrag(grid, {
    days: dates,
    wanted: span !== 'month',
    creates: choices !== null,
    slotOf: (key) => {
      const meeting = meetingOf(key);
      return meeting?.movable ? placeOf(meeting) : null;
    },
    draw: (key, slot) => setPulled(slot && { key, ...slot }),
    done: (key, slot) => {
      const meeting = key === null ? undefined : meetingOf(key);
      if (meeting) return put(meeting, slot);
      setPulled({ key, ...slot });
      create({ date: slot.day, from: slot.from, minutes: slot.to - slot.from });
    },
    refused,
  });
  const drag = useCalendarDrag(span === 'month' && pieces.some(({ meeting }) => meeting.movable), {
    hold: () => undefined,
    refused,
    move: (key, day) => {
      const meeting = meetingOf(key);
      if (meeting) put(meeting, { ...placeOf(meeting), day });
    },
  });

  const moving = moves.asked ?? moves.sent ?? lift;
  const draft: Draft | null = pulled ?? (moving && { key: moving.meeting.key, ...moving.slot });
  useEffect(() => {
    if (lift) grid.current?.querySelector('.meeting-draft, .meeting-goal')?.scrollIntoView({ block: 'nearest' });
  }, [lift]);
  const links: GridLinks = {
    day: (date) => meetingHref(place, { view: 'day', date }),
    // A day that has more than fits is a list.
    more: (date) => meetingHref(place, { view: span === 'day' ? 'agenda' : 'day', date }),
    meeting: (meeting) => meetingHref(place, {}, meeting),
  };
  const all = {
    ...{ grid, days, today, draft, links, busy: draft?.key ?? null },
    onNew: choices ? (day: string) => create({ date: day }) : undefined,
  };
  return (
    <>
      <p ref={region} role="status" className="sr-only" />
      {days.every(({ total }) => total === 0) && (
        <p className="pb-3 text-base text-text-2">
          {`${place.mine ? 'You have' : 'There are'} no meetings ${span === 'day' ? 'on' : 'in'} this ${span}.`}
        </p>
      )}
      {span === 'month' ? (
        <MeetingMonth {...all} date={place.date} drag={drag} />
      ) : (
        <MeetingWeek {...all} now={now} zone={place.zone} />
      )}
      {choices && form.Part && form.open && begun && (
        <form.Part
          choices={choices}
          begun={begun}
          onClose={() => {
            form.setOpen(false);
            setPulled(null);
          }}
        />
      )}
      {scope.Part && moves.asked && (
        <scope.Part
          title={moves.asked.meeting.title}
          where={moves.where}
          onChoose={moves.choose}
          onClose={moves.drop}
        />
      )}
    </>
  );
}
