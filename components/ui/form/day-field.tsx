'use client';

import { useState } from 'react';
import { DateField, type DateFieldProps } from './date-field';

/** A date field of a form that reads it by its name when it is sent. `start`: what it begins with. */
export function DayField({
  start = '',
  onChoose,
  ...field
}: Omit<DateFieldProps, 'value' | 'onChange'> & { start?: string; onChoose?: (day: string) => void }) {
  const [day, setDay] = useState(start);
  return (
    <DateField
      {...field}
      value={day}
      onChange={(next) => {
        setDay(next);
        onChoose?.(next);
      }}
    />
  );
}
