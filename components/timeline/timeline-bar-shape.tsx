import { useFormats } from '@/components/ui/formats';
import { useStatus } from '@/components/workflow/use-workflow';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { statusOf } from '@/lib/task/vocabulary';
import { NAMES } from './measures';
import { type Bar, type Slack, slackWords } from './plan';
import { type Scale, xOf } from './scale';

/** How grips look, said once for all of a chart. */
export const GRIPS =
  '[&_[data-held]]:outline-2 [&_[data-held]]:outline-offset-1 [&_[data-held]]:outline-accent [&_[data-grip=link]]:absolute [&_[data-grip=link]]:top-1/2 [&_[data-grip=link]]:-right-5 [&_[data-grip=link]]:size-3 [&_[data-grip=link]]:-translate-y-1/2 [&_[data-grip=link]]:cursor-crosshair [&_[data-grip=link]]:rounded-full [&_[data-grip=link]]:border-2 [&_[data-grip=link]]:border-text-3 [&_[data-grip=link]]:bg-surface [&_[data-grip=link]]:hover:border-accent';

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
  const grab = movable && 'cursor-grab active:cursor-grabbing';
  const title = bidi`${card.key} ${card.title}${slack?.free != null ? ` (${slackWords(slack.free)})` : ''}`;
  const end = movable && (
    <span
      data-grip="link"
      title="Drag to the task that waits for this one"
      className="opacity-0 group-hover/bar:opacity-100"
    />
  );
  return (
    <span
      aria-hidden="true"
      data-bar={card._id}
      title={title}
      className="group/bar absolute inset-y-0 z-1"
      style={{ left, width: Math.max(width, 6) }}
    >
      {slack?.free != null && slack.free > 0 && (
        <span
          className="absolute top-1/2 left-full border-t-2 border-dotted border-text-3"
          style={{ width: slack.free * scale.day }}
        />
      )}
      {bar.milestone ? (
        <span data-grip="move" className={cn('absolute top-1/2 left-1/2 size-6 -translate-1/2', grab)}>
          <span
            style={tinted}
            className={cn(
              'absolute inset-1.5 rotate-45 rounded-[2px]',
              colour,
              late && 'outline-2 outline-offset-2 outline-danger',
              over && 'outline-2 outline-offset-2 outline-accent',
            )}
          />
        </span>
      ) : (
        <span
          data-grip="move"
          style={tinted}
          className={cn(
            'absolute inset-x-0 top-2 bottom-2 rounded-sm',
            colour,
            grab,
            bar.open && 'mask-r-from-20%',
            late && 'outline-2 outline-offset-1 outline-danger',
            over && 'outline-2 outline-offset-1 outline-accent',
          )}
        />
      )}
      {movable && !bar.milestone && width >= 18 && (
        <span data-grip="start" className="absolute top-2 bottom-2 left-0 w-1.5 cursor-ew-resize pointer-coarse:w-4" />
      )}
      {movable && (
        <span
          data-grip="due"
          className={cn(
            'absolute top-2 bottom-2 w-2 cursor-ew-resize pointer-coarse:w-4',
            bar.milestone ? '-right-1.5' : 'right-0',
          )}
        />
      )}
      {end}
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
