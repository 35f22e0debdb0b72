'use client';

import { useEffect, useState } from 'react';
import { FilterChipButton } from '@/components/ui/filter-chip';
import { Popover } from '@/components/ui/popover';
import { TextField } from '@/components/ui/text-field';
import { dayAfter, nextMonday } from '../task-filters';
import type { EditorProps } from './editable';

/** What the server stores; a year that is being typed goes through much that is not. */
const isStorable = (date: string) => date >= '1970-01-01' && date <= '2200-12-31';

/** A date: four usual ones at a press, any other by the platform's own field. */
export function DuePanel({
  name,
  value,
  today,
  onChange,
  ...popover
}: EditorProps & { name: string; value: string | null; today: string; onChange: (date: string | null) => void }) {
  const [written, setWritten] = useState(value ?? '');
  useEffect(() => setWritten(value ?? ''), [value]);
  const choose = (date: string | null) => {
    onChange(date);
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
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-1.5">
          {usual.map(([label, date]) => (
            <FilterChipButton key={label} active={date === value} onClick={() => choose(date)}>
              {label}
            </FilterChipButton>
          ))}
        </div>
        <TextField
          label={name}
          type="date"
          min="1970-01-01"
          max="2200-12-31"
          value={written}
          onChange={({ target }) => {
            setWritten(target.value);
            if (isStorable(target.value) && target.value !== value) onChange(target.value);
          }}
          onKeyDown={({ key }) => key === 'Enter' && popover.onOpenChange(false)}
        />
      </div>
    </Popover>
  );
}
