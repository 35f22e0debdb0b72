'use client';

import { useId, useState } from 'react';
import { FilterChipButton } from '@/components/ui/filter-chip';
import { DayInput, FIRST_DAY, LAST_DAY } from '@/components/ui/form/date-field';
import type { EditorProps } from '@/components/ui/form/editor';
import { LazyCalendar, useNativeDates } from '@/components/ui/form/lazy-calendar';
import { TextField } from '@/components/ui/form/text-field';
import { useFormats } from '@/components/ui/formats';
import { Popover } from '@/components/ui/overlay/popover';
import { dayAfter, nextMonday } from '@/lib/formats/days';
import { dayPattern } from '@/lib/formats/typed-day';

/** What the server stores; a year being typed passes through values it does not. */
const isStorable = (date: string) => date >= FIRST_DAY && date <= LAST_DAY;

/**
 * Four usual dates, any other written or from the calendar; the platform's field on touch. `value` is empty where several
 * tasks have different ones.
 */
export function DuePanel({
  name,
  value,
  today,
  onChange,
  ...popover
}: EditorProps & { name: string; value: string | null; today: string; onChange: (date: string | null) => void }) {
  const native = useNativeDates();
  const formats = useFormats();
  const id = useId();
  const [wrong, setWrong] = useState(false);
  const choose = (date: string | null) => {
    if (date !== value) onChange(date);
    popover.onOpenChange(false);
  };
  const usual = [
    ['Today', today],
    ['Tomorrow', dayAfter(today, 1)],
    ['Next Mon', nextMonday(today)],
    ['No date', null],
  ] as const;
  return (
    <Popover {...popover} label={name}>
      <div className="flex w-[252px] flex-col gap-2.5">
        <div className="flex flex-wrap gap-1.5">
          {usual.map(([label, date]) => (
            <FilterChipButton key={label} active={date === value} onClick={() => choose(date)}>
              {label}
            </FilterChipButton>
          ))}
        </div>
        {native ? (
          <NativeDay name={name} value={value} onChange={onChange} onEnter={() => popover.onOpenChange(false)} />
        ) : (
          <>
            <DayInput
              ids={{
                id,
                'aria-invalid': wrong || undefined,
                'aria-describedby': wrong ? `${id}-error` : undefined,
              }}
              label={name}
              value={value ?? ''}
              onProblem={setWrong}
              onChange={(date) => onChange(date || null)}
              onEnter={() => popover.onOpenChange(false)}
            />
            {wrong && (
              <p id={`${id}-error`} role="alert" className="text-sm text-danger-text">
                Write the date as {dayPattern(formats)}.
              </p>
            )}
            <LazyCalendar value={value || null} today={today} onChoose={choose} />
          </>
        )}
      </div>
    </Popover>
  );
}

function NativeDay({
  name,
  value,
  onChange,
  onEnter,
}: {
  name: string;
  value: string | null;
  onChange: (date: string | null) => void;
  onEnter: () => void;
}) {
  return (
    <TextField
      label={name}
      type="date"
      min={FIRST_DAY}
      max={LAST_DAY}
      defaultValue={value ?? ''}
      onChange={({ target }) => {
        if (isStorable(target.value) && target.value !== value) onChange(target.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}
