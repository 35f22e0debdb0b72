import { memo } from 'react';
import { useFormats } from '@/components/ui/formats';
import { TaskStatus } from '@/components/workflow/task-status';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { NAMES, ROW } from './measures';
import { type Bar, barOf, type Line, type Slack, slackWords } from './plan';
import type { Scale } from './scale';
import { BarShape } from './timeline-bar-shape';
import { type Draft, withDraft } from './use-bar-drag';

export type RowProps = {
  slack: ReadonlyMap<string, Slack>;
  scale: Scale;
  draft: Draft | null;
  /** What Tab reaches; drawn wherever the chart is scrolled to. */
  stop: string | null;
  /** The task from which a dependency is being made by keys. */
  from: string | null;
  hrefOf: (key: string) => string;
  mayMove: (card: TaskCard) => boolean;
  waiting: ReadonlySet<string>;
};

/** Drawn anew only if something of it changed: scrolling brings and takes rows. */
export const TimelineRow = memo(function TimelineRow({
  line,
  index,
  ...props
}: RowProps & { line: Line; index: number }) {
  const place = { top: index * ROW, height: ROW };
  if (line.kind === 'head')
    return (
      <li className="absolute inset-x-0 border-b border-border bg-sunken" style={place}>
        <span className="sticky left-0 inline-flex h-full max-w-[560px] items-center gap-2 px-3 text-sm font-semibold">
          <span className="truncate">{line.label}</span>
          <span className="font-normal text-text-3 tabular-nums">{line.count}</span>
        </span>
      </li>
    );
  const card = withDraft(line.card, props.draft);
  const bar = barOf(card);
  const slack = props.slack.get(card._id);
  const late = (slack?.conflicts.length ?? 0) > 0;
  const isFrom = props.from === card._id;
  const isOver = props.draft?.part === 'link' && props.draft.over === card._id;
  return (
    <li data-row={card.key} className="absolute inset-x-0 border-b border-border" style={place}>
      <span
        className={cn(
          'sticky left-0 z-2 flex items-center gap-2 border-r border-b border-border bg-canvas px-3 has-[a:focus-visible]:bg-hover',
          isFrom && 'bg-selected',
        )}
        // Over the border of the row too: lines pass below.
        style={{ width: NAMES, height: ROW }}
      >
        <TaskStatus of={card} word="hidden" size={14} />
        <a
          href={props.hrefOf(card.key)}
          draggable={false}
          tabIndex={props.stop === card._id ? 0 : -1}
          data-title=""
          data-stop={card._id}
          title={`${card.key} ${card.title}`}
          className={cn(
            'min-w-0 flex-1 truncate rounded-xs text-sm hover:underline',
            card.status === COMPLETED && 'text-text-3',
          )}
        >
          {card.title}
          <Told bar={bar} slack={slack} blocked={card.blocked} waiting={props.waiting.has(card._id)} />
        </a>
        {card.blocked && <span aria-hidden="true" title="Blocked" className="mark-blocked shrink-0" />}
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
          movable={props.mayMove(card)}
          scale={props.scale}
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
