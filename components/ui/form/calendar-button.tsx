'use client';

import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '@/components/ui/formats';
import { IconButton } from '@/components/ui/icon-button';
import { Popover } from '@/components/ui/overlay/popover';
import { bidi } from '@/lib/bidi';
import { LazyCalendar } from './lazy-calendar';

export type CalendarButtonProps = {
  label: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (day: string) => void;
  openAtOnce: boolean;
};

export function CalendarButton({ label, value, onChange, openAtOnce }: CalendarButtonProps) {
  const formats = useFormats();
  const [open, setOpen] = useState(openAtOnce);
  return (
    <Popover
      label={label}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton label={bidi`Calendar: ${label}`} icon={<CalendarDays />} />}
    >
      <LazyCalendar
        autoFocus
        value={value || null}
        today={formats.today()}
        onChoose={(day) => {
          onChange(day);
          setOpen(false);
        }}
      />
    </Popover>
  );
}
