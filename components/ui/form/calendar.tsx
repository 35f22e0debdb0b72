'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { squareButtonStyle } from '@/components/ui/button-style';
import { langOf, useFormats } from '@/components/ui/formats';

const two = (number: number) => String(number).padStart(2, '0');
const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const dateOf = (day: string) => new Date(`${day}T12:00:00`);

const COMPONENTS = {
  Chevron: ({ orientation }: { orientation?: string }) => (orientation === 'left' ? <ChevronLeft /> : <ChevronRight />),
};

const DAY =
  'flex size-9 items-center justify-center rounded-md text-base tabular-nums hover:bg-hover focus-visible:outline-offset-0';

/** By pointer, or as a grid by arrow keys. Days are `YYYY-MM-DD`. */
export function Calendar({
  value,
  today,
  autoFocus,
  onChoose,
}: {
  value: string | null;
  today: string;
  autoFocus?: boolean;
  onChoose: (day: string) => void;
}) {
  const formats = useFormats();
  return (
    <DayPicker
      mode="single"
      required
      lang={langOf(formats)}
      selected={value ? dateOf(value) : undefined}
      defaultMonth={dateOf(value ?? today)}
      today={dateOf(today)}
      startMonth={dateOf('1970-01-01')}
      endMonth={dateOf('2200-12-31')}
      weekStartsOn={(formats.firstDay % 7) as 0 | 1}
      autoFocus={autoFocus}
      showOutsideDays
      fixedWeeks
      onSelect={(date) => onChoose(dayOf(date))}
      formatters={{
        formatCaption: (month) => formats.day(dayOf(month), 'month'),
        formatWeekdayName: (date) => formats.day(dayOf(date), 'weekday'),
      }}
      labels={{
        labelGrid: (month) => formats.day(dayOf(month), 'month'),
        labelWeekday: (date) => formats.day(dayOf(date), 'weekdayLong'),
        // Visible text comes first: voice control needs names to begin with it (WCAG 2.5.3).
        labelDayButton: (date, { today: isToday, selected }) =>
          `${date.getDate()}, ${formats.day(dayOf(date), 'full')}${isToday ? ', today' : ''}${selected ? ', chosen' : ''}`,
        labelPrevious: () => 'Previous month',
        labelNext: () => 'Next month',
        labelNav: () => 'Months',
      }}
      components={COMPONENTS}
      classNames={{
        root: 'w-fit',
        months: 'relative',
        month: 'flex flex-col gap-1',
        month_caption: 'flex h-9 items-center px-2 text-base font-semibold',
        nav: 'absolute top-0 right-0 flex gap-1',
        button_previous: squareButtonStyle('quiet', 'default'),
        button_next: squareButtonStyle('quiet', 'default'),
        weekday: 'size-9 text-xs font-medium text-text-3',
        day: 'p-0 text-center',
        day_button: DAY,
        today: '[&>button]:font-semibold [&>button]:text-accent-text [&>button]:ring-1 [&>button]:ring-border-strong',
        selected: '[&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-hover',
        outside: 'text-text-3',
      }}
    />
  );
}
