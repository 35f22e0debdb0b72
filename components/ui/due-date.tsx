'use client';

import { Calendar } from 'lucide-react';
import { cn } from '@/lib/class-names';
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

/** "Overdue 12 days"; on narrow cards the first word alone, the rest for screen readers. */
function Overdue({ words }: { words: string }) {
  const [first, ...rest] = words.split(' ');
  return (
    <>
      {first} <span className="@max-[15rem]/task:sr-only">{rest.join(' ')}</span>
    </>
  );
}

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
  if (!date && !showNone) return null;
  const words: DueWords = date ? dueWords(date, today, done, formats) : { text: 'No date', tone: 'plain' };
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1 text-xs whitespace-nowrap tabular-nums',
        words.tone === 'overdue' && 'font-semibold text-danger-text',
        words.tone === 'today' && 'font-semibold text-warn-text',
        words.tone === 'plain' && 'text-text-3',
      )}
    >
      <Calendar className="size-3" />
      {date ? (
        <time
          dateTime={date}
          title={formats.day(date, 'full')}
          lang={words.tone === 'plain' && words.text !== 'Tomorrow' ? langOf(formats) : undefined}
          suppressHydrationWarning
        >
          {words.tone === 'overdue' ? <Overdue words={words.text} /> : words.text}
        </time>
      ) : (
        words.text
      )}
    </span>
  );
}
