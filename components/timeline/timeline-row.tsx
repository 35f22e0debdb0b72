import { memo } from 'react';
import { useFormats } from '@/components/ui/formats';
import { TaskStatus } from '@/components/workflow/task-status';
import { bidi, isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { NAMES, ROW } from './measures';
import { type Bar, barOf, type Slack, slackWords } from './plan';
import type { Scale } from './scale';
import { BarShape } from './timeline-bar-shape';
import { type Draft, withDraft } from './use-bar-drag';

export type RowProps = {
  card: TaskCard;
  /** The same object as long as it says the same. */
  slack: Slack | undefined;
  scale: Scale;
  /** Of this task alone. */
  draft: Draft | null;
  /** What Tab reaches; drawn wherever the chart is scrolled to. */
  stop: boolean;
  /** A dependency from it is being made by keys. */
  isFrom: boolean;
  /** A line that is drawn ends on it. */
  isOver: boolean;
  href: string;
  movable: boolean;
  waiting: boolean;
};

export const placeOf = (index: number) => ({ top: index * ROW, height: ROW });

/** Drawn anew only if something of it changed: scrolling brings and takes rows, a drop changes one. */
export const TimelineRow = memo(function TimelineRow({
  card: saved,
  index,
  slack,
  scale,
  draft,
  stop,
  isFrom,
  isOver,
  href,
  movable,
  waiting,
}: RowProps & { index: number }) {
  const card = withDraft(saved, draft);
  const bar = barOf(card);
  const late = (slack?.conflicts.length ?? 0) > 0;
  return (
    <li data-row={card.key} className="plan-row" style={placeOf(index)}>
      <span className={cn('plan-name', isFrom && 'plan-from')} style={{ width: NAMES, height: ROW }}>
        <TaskStatus of={card} word="hidden" size={14} />
        <a
          href={href}
          draggable={false}
          tabIndex={stop ? 0 : -1}
          data-title=""
          data-stop={card._id}
          title={bidi`${card.key} ${card.title}`}
          className={card.status === COMPLETED ? 'title-done' : undefined}
        >
          {isolated(card.title)}
          <Told bar={bar} slack={slack} blocked={card.blocked} waiting={waiting} />
        </a>
        {card.blocked && <span aria-hidden="true" title="Blocked" className="mark-blocked" />}
        {late && (
          <span aria-hidden="true" title={earlyWords(slack)} className="shrink-0 text-xs font-medium text-danger-text">
            Conflict
          </span>
        )}
      </span>
      {bar && (
        <BarShape
          card={card}
          bar={bar}
          slack={slack}
          late={late}
          over={isOver}
          movable={movable}
          held={draft !== null}
          scale={scale}
        />
      )}
    </li>
  );
});

/** Names what it waits for, which may be in no row of this timeline. */
function earlyWords(slack: Slack | undefined): string | undefined {
  return slack?.conflicts.length ? `begins before ${slack.conflicts.map(({ key }) => key).join(', ')} ends` : undefined;
}

/** What the bar shows, in words. */
function Told({
  bar,
  slack,
  blocked,
  waiting,
}: {
  bar: Bar | null;
  slack: Slack | undefined;
  blocked?: boolean;
  waiting: boolean;
}) {
  const formats = useFormats();
  if (!bar) return null;
  const day = (date: string) => formats.day(date, 'short');
  const dates = bar.milestone
    ? `milestone ${day(bar.due)}`
    : bar.open
      ? `from ${day(bar.start)}`
      : `${day(bar.start)} to ${day(bar.due)}`;
  const early = earlyWords(slack);
  return (
    <span className="sr-only">
      , {dates}
      {blocked && ', blocked'}
      {early && `, ${early}`}
      {slack?.free != null && `, ${slackWords(slack.free)}`}
      {waiting && ', waiting for the connection'}
    </span>
  );
}
