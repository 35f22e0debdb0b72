import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { useFormats } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { cn } from '@/lib/class-names';
import { type Formats, formatsFor } from '@/lib/formats';
import { clockAt, firstMomentOf } from '@/lib/formats/clock';
import type { MeetingDay } from '@/lib/meeting/calendar';
import { clockWords } from './clock-words';
import { MeetingChip } from './meeting-chip';
import { MeetingEvent } from './meeting-event';
import { placeOfZone } from './meeting-look';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const LOOK_MS = 30_000;
/** With it the sight of a day begins, unless something is earlier. */
const MORNING = 8;

/** Where a meeting is being put, or a new one: minutes of a day. `to` may be beyond midnight. */
export type Draft = { key: string | null; day: string; from: number; to: number };

export type GridLinks = {
  day: (day: string) => string;
  more: (day: string) => string;
  meeting: (meeting: { id: string; occurrence: string }) => string;
};

/** Days as columns with their hours; each is a list with a heading. */
export function MeetingWeek({
  grid,
  days,
  today,
  now: fromServer,
  zone,
  draft,
  busy,
  links,
  onNew,
}: {
  grid: RefObject<HTMLOListElement | null>;
  days: readonly MeetingDay[];
  today: string;
  /** In ms, as the server's clock shows it. */
  now: number;
  zone: string | null;
  draft: Draft | null;
  /** The meeting that is being moved. */
  busy: string | null;
  links: GridLinks;
  /** Absent where the reader makes no meetings. */
  onNew?: (day: string) => void;
}) {
  const formats = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow(fromServer);
  const rows = Math.max(0, ...days.map(({ whole, hidden }) => whole.length + (hidden > 0 ? 1 : 0)));
  const earliest = Math.min(
    MORNING * 60,
    ...days.flatMap(({ timed }) => timed.flatMap(({ item }) => (item.begins ? item.from : []))),
  );
  const first = Math.floor(earliest / 60);
  useEffect(() => {
    // A browser that knows `scroll-initial-target` is there already.
    const element = scroller.current;
    if (element && element.scrollTop === 0) element.scrollTop = (first * element.scrollHeight) / 26;
  }, [first]);
  useEffect(() => {
    // A phone shows some days of a week at once.
    const [element, column] = [scroller.current, grid.current?.querySelector<HTMLElement>('[aria-current=date]')];
    if (element && column && element.scrollLeft === 0)
      element.scrollLeft = column.getBoundingClientRect().right - element.getBoundingClientRect().right;
  }, [grid]);
  return (
    <section
      ref={scroller}
      aria-label="Hours"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
      tabIndex={0}
      data-fills=""
      className="meeting-hours"
      style={{ '--days': days.length, '--whole': rows } as CSSProperties}
    >
      <div className="meeting-hours-body">
        <div aria-hidden="true" className="meeting-clock">
          <div className="meeting-corner" suppressHydrationWarning>
            {zone && <span>{placeOfZone(zone)}</span>}
            <span>{placeOfZone(formats.timeZone)}</span>
          </div>
          {HOURS.map((hour) => (
            <div key={hour} className="meeting-hour">
              {hour === first && <i style={{ scrollInitialTarget: 'nearest' } as CSSProperties} />}
              {zone && <span suppressHydrationWarning>{there(formats, zone, days[0]?.day ?? today, hour)}</span>}
              <span suppressHydrationWarning>{clockWords(formats, hour * 60)}</span>
            </div>
          ))}
        </div>
        <ol ref={grid} aria-label="Days" className="meeting-days">
          {days.map((one) => (
            <DayColumn
              key={one.day}
              shown={one}
              today={today}
              minute={one.day === today ? clockAt(now, formats.timeZone).minutes : null}
              draft={draft?.day === one.day ? draft : null}
              busy={busy}
              links={links}
              onNew={onNew}
            />
          ))}
        </ol>
      </div>
    </section>
  );
}

function DayColumn({
  shown: { day, isWorking, isHoliday, total, whole, timed, hidden },
  today,
  minute,
  draft,
  busy,
  links,
  onNew,
}: {
  shown: MeetingDay;
  today: string;
  /** What the clock shows, today. */
  minute: number | null;
  draft: Draft | null;
  busy: string | null;
  links: GridLinks;
  onNew: ((day: string) => void) | undefined;
}) {
  const formats = useFormats();
  const dayWords = formats.day(day, 'heading');
  return (
    <li
      data-day={day}
      aria-current={day === today ? 'date' : undefined}
      className={cn('meeting-day', !isWorking && 'day-off')}
    >
      <div className="meeting-day-head">
        <div className="day-head">
          <h3>
            <Link href={links.day(day)} scroll={false} data-stop={day} className="day-link">
              <span aria-hidden="true" suppressHydrationWarning>
                {formats.day(day, 'weekday')} {Number(day.slice(8))}
              </span>
              <span className="sr-only" suppressHydrationWarning>
                {dayWords}
                {day === today && ', today'}
                {isHoliday ? ', holiday' : !isWorking && ', no working day'}, {total}{' '}
                {total === 1 ? 'meeting' : 'meetings'}
              </span>
            </Link>
          </h3>
          {isHoliday && (
            <span aria-hidden="true" className="day-note">
              Holiday
            </span>
          )}
          {onNew && (
            <button type="button" data-stop={`new ${day}`} onClick={() => onNew(day)} className="day-new">
              <span className="sr-only" suppressHydrationWarning>
                New meeting on {dayWords}
              </span>
            </button>
          )}
        </div>
        {whole.length > 0 && (
          <ul aria-label={`Whole days, ${dayWords}`} className="meeting-whole" suppressHydrationWarning>
            {whole.map((piece) => (
              <MeetingChip key={piece.meeting.key} piece={piece} day={day} href={links.meeting(piece.meeting)} />
            ))}
          </ul>
        )}
        {hidden > 0 && (
          <Link href={links.more(day)} scroll={false} data-stop={`more ${day}`} className="day-more">
            +{hidden} more
            <span className="sr-only" suppressHydrationWarning>
              {' '}
              on {dayWords}
            </span>
          </Link>
        )}
      </div>
      <div className="meeting-times" data-times="">
        {timed.length > 0 && (
          <ul aria-label={dayWords} suppressHydrationWarning>
            {timed.map((placed) => (
              <MeetingEvent
                key={placed.item.meeting.key}
                placed={placed}
                day={day}
                href={links.meeting(placed.item.meeting)}
                lifted={busy === placed.item.meeting.key}
              />
            ))}
          </ul>
        )}
        {minute !== null && (
          <span
            aria-hidden="true"
            className="meeting-now"
            style={{ '--from': minute } as CSSProperties}
            suppressHydrationWarning
          />
        )}
        {draft && (
          <span
            aria-hidden="true"
            className="meeting-draft"
            style={{ '--from': Math.max(0, draft.from), '--to': Math.min(1_440, draft.to) } as CSSProperties}
          >
            {clockWords(formats, draft.from)}–{clockWords(formats, draft.to)}
          </span>
        )}
      </div>
    </li>
  );
}

/** What a clock elsewhere shows at an hour of the reader's day. */
function there(formats: Formats, zone: string, day: string, hour: number): string {
  const moment = firstMomentOf(day, hour * 60, formats.timeZone);
  const clock = formatsFor({ locale: formats.locale, timeZone: zone });
  const date = clock.today(moment);
  return `${clock.time(moment)}${date > day ? ' +1' : date < day ? ' −1' : ''}`;
}

/** The server's clock, until the browser's is known. */
function useNow(fromServer: number): number {
  const [now, setNow] = useState(fromServer);
  useEffect(() => {
    const look = () => setNow(Date.now());
    look();
    const again = setInterval(look, LOOK_MS);
    return () => clearInterval(again);
  }, []);
  return now;
}
