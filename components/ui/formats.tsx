'use client';

import { createContext, type ReactNode, useContext } from 'react';
import { ANYBODY, type DayStyle, type Formats, formatsFor, type Reader } from '@/lib/formats';

const Context = createContext<Reader | null>(null);

export function FormatsProvider({ reader, children }: { reader: Reader; children: ReactNode }) {
  return <Context value={reader}>{children}</Context>;
}

/** British and UTC where nobody is signed in. */
export const useFormats = (): Formats => formatsFor(useContext(Context) ?? ANYBODY);

/** Whether a signed-in reader's choices apply here. */
export const useHasReader = (): boolean => useContext(Context) !== null;

/** `lang` for text that is not English, for screen readers. */
export const langOf = ({ locale }: Formats): string | undefined => (locale.startsWith('en') ? undefined : locale);

/** `date` is `YYYY-MM-DD`. */
export function PlainDay({ date, style = 'medium' }: { date: string; style?: DayStyle }) {
  const formats = useFormats();
  return (
    <time dateTime={date} lang={langOf(formats)} suppressHydrationWarning>
      {formats.day(date, style)}
    </time>
  );
}

/** `at` is ISO 8601; `exact` to the second, `time` without the day. */
export function PlainMoment({ at, style = 'medium' }: { at: string; style?: 'long' | 'medium' | 'exact' | 'time' }) {
  const formats = useFormats();
  return (
    <time dateTime={at} lang={langOf(formats)} suppressHydrationWarning>
      {style === 'time' ? formats.time(at) : formats.moment(at, style)}
    </time>
  );
}

export function PlainNumber({ value }: { value: number }) {
  return <span suppressHydrationWarning>{useFormats().number(value)}</span>;
}
