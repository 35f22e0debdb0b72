'use client';

import { ANYBODY, type Formats, formatsFor } from '@/lib/formats';
import { langOf, useFormats } from './formats';
import { serverNow } from './server-clock';

const STEPS: readonly [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [604_800, 86_400, 'day'],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const WEEK = 604_800;

/** Relative up to a week, then the date in the reader's zone. Both times in ms since 1970. */
export function agoWords(then: number, now: number, formats: Formats = formatsFor(ANYBODY)): string {
  const seconds = Math.max(0, (now - then) / 1000);
  if (seconds < 60) return 'just now';
  for (const [limit, size, unit] of STEPS) {
    if (seconds < limit) return RELATIVE.format(-Math.floor(seconds / size), unit);
  }
  return formats.dayOf(then);
}

export function Ago({ at }: { at: string }) {
  const formats = useFormats();
  const then = Date.parse(at);
  const now = serverNow();
  return (
    // Server and browser may render a second apart.
    <time
      dateTime={at}
      title={formats.moment(then)}
      lang={now - then < WEEK * 1000 ? undefined : langOf(formats)}
      suppressHydrationWarning
    >
      {agoWords(then, now, formats)}
    </time>
  );
}
