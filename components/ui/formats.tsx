'use client';

import { createContext, type ReactNode, useContext } from 'react';
import { ANYBODY, type DayStyle, type Formats, formatsFor, type Reader } from '@/lib/formats';

const Context = createContext<Reader | null>(null);

/** Says how everything inside writes dates, times and numbers. */
export function FormatsProvider({ reader, children }: { reader: Reader; children: ReactNode }) {
  return <Context value={reader}>{children}</Context>;
}

/** The viewer's formats; British and UTC where nobody is signed in. */
export const useFormats = (): Formats => formatsFor(useContext(Context) ?? ANYBODY);

/** Whether somebody's own choices are in force here. */
export const useHasReader = (): boolean => useContext(Context) !== null;

/** The language of a text that is no English, for those who listen to it. */
export const langOf = ({ locale }: Formats): string | undefined => (locale.startsWith('en') ? undefined : locale);

/** A calendar day, `YYYY-MM-DD`. */
export function PlainDay({ date, style = 'medium' }: { date: string; style?: DayStyle }) {
  const formats = useFormats();
  return (
    <time dateTime={date} lang={langOf(formats)} suppressHydrationWarning>
      {formats.day(date, style)}
    </time>
  );
}

/** Day and time of a moment, ISO 8601; `exact` to the second, `time` without the day. */
export function PlainMoment({ at, style = 'medium' }: { at: string; style?: 'long' | 'medium' | 'exact' | 'time' }) {
  const formats = useFormats();
  return (
    <time dateTime={at} lang={langOf(formats)} suppressHydrationWarning>
      {style === 'time' ? formats.time(at) : formats.moment(at, style)}
    </time>
  );
}

/** A number with the separators of the viewer. */
export function PlainNumber({ value }: { value: number }) {
  return <span suppressHydrationWarning>{useFormats().number(value)}</span>;
}
