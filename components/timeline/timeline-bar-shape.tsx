import { useFormats } from '@/components/ui/formats';
import { useStatus } from '@/components/workflow/use-workflow';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { statusOf } from '@/lib/task/vocabulary';
import { NAMES } from './measures';
import { type Bar, type Slack, slackWords } from './plan';
import { type Scale, xOf } from './scale';

const COLOUR: Record<string, string> = {
  pending: 'bg-st-pending',
  'in-process': 'bg-st-in-process',
  testing: 'bg-st-testing',
  completed: 'bg-st-completed',
  backlogs: 'bg-st-backlogs',
};

/** A bar, a diamond or an open end; its grips, its slack, and the dot from which a dependency is drawn. */
export function BarShape({
  card,
  bar,
  slack,
  late,
  over,
  movable,
  held,
  scale,
}: {
  card: TaskCard;
  bar: Bar;
  slack: Slack | undefined;
  late: boolean;
  over: boolean;
  movable: boolean;
  /** Under the pointer, which moves it: its dates stand at its ends. */
  held: boolean;
  scale: Scale;
}) {
  const formats = useFormats();
  const left = NAMES + xOf(scale, bar.start);
  const width = xOf(scale, bar.due) - xOf(scale, bar.start) + scale.day;
  const { colour: tint } = useStatus(card);
  const colour = tint ? undefined : COLOUR[statusOf(card.status).mark];
  const tinted = tint ? { background: `var(--${tint})` } : undefined;
  const title = bidi`${card.key} ${card.title}${slack?.free != null ? ` (${slackWords(slack.free)})` : ''}`;
  const look = cn(colour, late && 'plan-late', over && 'plan-over');
  return (
    <span
      aria-hidden="true"
      data-bar={card._id}
      title={title}
      className={movable ? 'plan-movable' : undefined}
      style={{ left, width: Math.max(width, 6) }}
    >
      {slack?.free != null && slack.free > 0 && (
        <span className="plan-slack" style={{ width: slack.free * scale.day }} />
      )}
      {bar.milestone ? (
        <span data-grip="move" className="plan-diamond">
          <span style={tinted} className={look} />
        </span>
      ) : (
        <span data-grip="move" style={tinted} className={cn('plan-bar', bar.open && 'plan-open', look)} />
      )}
      {movable && !bar.milestone && width >= 18 && <span data-grip="start" />}
      {movable && <span data-grip="due" />}
      {movable && <span data-grip="link" title="Drag to the task that waits for this one" />}
      {held && !bar.milestone && <Day side="right-full mr-1">{formats.day(bar.start, 'short')}</Day>}
      {held && !bar.open && <Day side="left-full ml-2">{formats.day(bar.due, 'short')}</Day>}
    </span>
  );
}

const Day = ({ side, children }: { side: string; children: string }) => (
  <span
    data-day=""
    className={cn(
      'absolute top-1/2 z-2 -translate-y-1/2 rounded-sm border border-border bg-surface px-1 text-xs font-medium whitespace-nowrap text-text tabular-nums shadow-e1',
      side,
    )}
  >
    {children}
  </span>
);
