'use client';

import { ANYBODY, type Formats, formatsFor } from '@/lib/formats';
import { langOf, useFormats } from './formats';

const DAY = 86_400_000;

export type DueWords = { text: string; tone: 'plain' | 'today' | 'overdue' };

/** Both dates are calendar days, `YYYY-MM-DD`; `today` is the viewer's. What is done is never late. */
export function dueWords(date: string, today: string, done = false, formats: Formats = formatsFor(ANYBODY)): DueWords {
  const day = Date.parse(`${date}T00:00:00Z`);
  const away = Math.round((day - Date.parse(`${today}T00:00:00Z`)) / DAY);
  const plain = (text: string): DueWords => ({ text, tone: 'plain' });
  if (!done && away < 0) return { text: `Overdue ${-away} ${away === -1 ? 'day' : 'days'}`, tone: 'overdue' };
  if (!done && away === 0) return { text: 'Today', tone: 'today' };
  if (away === 0) return plain('Today');
  if (away === 1) return plain('Tomorrow');
  const sameYear = date.slice(0, 4) === today.slice(0, 4);
  return plain(formats.day(date, sameYear ? 'short' : 'medium'));
}

/** "Overdue 12 days"; where there is little room "Overdue 12 d", and all of it for screen readers. */
function Overdue({ words }: { words: string }) {
  const unit = words.lastIndexOf(' ') + 2;
  return (
    <span>
      {words.slice(0, unit)}
      <span className="word-days">{words.slice(unit)}</span>
    </span>
  );
}

const LOOK = { plain: 'mark-due', today: 'mark-today', overdue: 'mark-late' } as const;

/** The full date is its title. Draws "No date" only if asked to. */
export function DueDate({
  date,
  today,
  done,
  showNone = false,
}: {
  date: string | null | undefined;
  today: string;
  done?: boolean;
  showNone?: boolean;
}) {
  const formats = useFormats();
  if (!date) return showNone ? <span className={LOOK.plain}>No date</span> : null;
  const { text, tone } = dueWords(date, today, done, formats);
  const lang = tone === 'plain' && text !== 'Tomorrow' ? langOf(formats) : undefined;
  return (
    <time
      dir="auto"
      className={LOOK[tone]}
      dateTime={date}
      title={formats.day(date, 'full')}
      lang={lang}
      suppressHydrationWarning
    >
      {tone === 'overdue' ? <Overdue words={text} /> : text}
    </time>
  );
}
