import { type RefObject, useMemo } from 'react';
import type { MilestoneDays } from '@/components/milestone/use-milestone-days';
import { useFormats } from '@/components/ui/formats';
import type { TaskCard } from '@/lib/task/schema';
import { BarsOutOfSight } from './bars-out-of-sight';
import { LinkLines } from './link-lines';
import { FOOT, HEAD, NAMES, ROW } from './measures';
import { MilestoneFoot } from './milestone-foot';
import type { Line, Link, Slack } from './plan';
import { RemoveLink } from './remove-link';
import { type RestDays, restOf, type Scale, ticksOf, widthOf, xOf, type zoomOf } from './scale';
import { placeOf, type RowProps, TimelineRow } from './timeline-row';
import type { Draft } from './use-bar-drag';
import { FIRST, type Seen, useSeen } from './use-seen';

type Props = {
  slack: ReadonlyMap<string, Slack>;
  scale: Scale;
  draft: Draft | null;
  /** The task that Tab reaches. */
  stop: string | null;
  /** The task from which a dependency is being made by keys. */
  from: string | null;
  hrefOf: (key: string) => string;
  mayMove: (card: TaskCard) => boolean;
  waiting: ReadonlySet<string>;
  chart: RefObject<HTMLDivElement | null>;
  lines: readonly Line[];
  milestones: MilestoneDays;
  links: readonly Link[];
  zoom: ReturnType<typeof zoomOf>;
  today: string;
  rest: RestDays;
  unlink: (pair: Link) => void;
  /** Scrolls to the bar of the row at that place. */
  reveal: (index: number) => void;
  describedBy: string;
};

/** Rows of one height; only those in sight are drawn. */
export function TimelineChart(props: Props) {
  const { chart, lines, links, milestones, zoom, today, rest, unlink, reveal, describedBy, scale, draft } = props;
  const seen = useSeen(chart);
  const formats = useFormats();
  const width = widthOf(scale);
  const [first, last] = rowsIn(seen, lines.length);
  const kept = props.stop === null ? -1 : lines.findIndex(({ id }) => id === props.stop);
  const drawn = useMemo(() => {
    const rows = Array.from({ length: last - first }, (_, at) => first + at);
    if (kept < 0 || (kept >= first && kept < last)) return rows;
    return kept < first ? [kept, ...rows] : [...rows, kept];
  }, [first, last, kept]);
  const sight = useMemo(() => [seen.left - 200, seen.left + seen.width + 200] as const, [seen.left, seen.width]);
  const below = ticksOf(scale, zoom.below, sight, formats);
  const height = lines.length * ROW;
  const foot = milestones.size > 0 ? FOOT : 0;
  return (
    <section
      ref={chart}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      aria-label="Timeline"
      aria-describedby={describedBy}
      className="relative overflow-auto rounded-lg border border-border bg-canvas max-sm:hidden"
      style={{ height: `min(${height + HEAD + foot + 20}px, var(--chart-height))` }}
    >
      <div className="relative flex flex-col" style={{ width: NAMES + width, height: HEAD + height + foot }}>
        <div
          aria-hidden="true"
          className="sticky top-0 z-3 flex shrink-0 border-b border-border bg-sunken text-xs text-text-2"
          style={{ height: HEAD }}
        >
          <span
            className="sticky left-0 z-1 flex items-end border-r border-border bg-sunken px-3 pb-1"
            style={{ width: NAMES }}
          >
            Task
          </span>
          <span className="relative flex-1 overflow-clip">
            {zoom.above &&
              ticksOf(scale, zoom.above, sight, formats).map(({ at, x, width, label }) => (
                <span
                  key={at}
                  className="absolute top-0 h-6 border-l border-border leading-6"
                  style={{ left: x, width }}
                >
                  <span dir="auto" className="sticky px-1.5 whitespace-nowrap" style={{ left: NAMES }}>
                    {label}
                  </span>
                </span>
              ))}
            {below.map(({ at, x, width, label }) => (
              <span
                dir="auto"
                key={at}
                className="absolute top-6 h-6 overflow-hidden border-l border-border px-1 leading-6 whitespace-nowrap"
                style={{ left: x, width }}
              >
                {label}
              </span>
            ))}
          </span>
        </div>
        <div
          aria-hidden="true"
          className="pointer-events-none absolute bottom-0"
          style={{ top: HEAD, left: NAMES, width }}
        >
          {restOf(scale, rest, sight).map(({ x, width }) => (
            <span key={x} data-rest="" className="absolute inset-y-0 bg-sunken" style={{ left: x, width }} />
          ))}
          {below.map(({ at, x }) => (
            <span key={at} className="absolute inset-y-0 border-l border-border" style={{ left: x }} />
          ))}
          {[...milestones.keys()].map((day) => (
            <span
              key={day}
              className="absolute inset-y-0 border-l border-dashed border-border-strong"
              style={{ left: xOf(scale, day) + scale.day / 2 }}
            />
          ))}
          <span
            className="absolute inset-y-0 w-0.5 bg-accent"
            style={{ left: xOf(scale, today) + scale.day / 2 - 1 }}
          />
        </div>
        <ol aria-label="Tasks" className="absolute inset-x-0" style={{ top: HEAD, height }}>
          {drawn.map((index) => {
            const line = lines[index];
            if (line?.kind === 'head') return <HeadRow key={line.id} {...line} index={index} />;
            return line && <TimelineRow key={line.id} {...rowOf(line.card, props)} index={index} />;
          })}
        </ol>
        <LinkLines
          {...{ lines, links, scale, draft, width, height }}
          first={first}
          last={last}
          sight={sight}
          mayChange={props.mayMove}
        />
        {seen !== FIRST && <BarsOutOfSight lines={lines} rows={drawn} scale={scale} seen={seen} reveal={reveal} />}
        {foot > 0 && <MilestoneFoot milestones={milestones} scale={scale} today={today} />}
        <RemoveLink chart={chart} lines={lines} links={links} unlink={unlink} />
      </div>
    </section>
  );
}

function rowOf(card: TaskCard, { slack, scale, draft, stop, from, hrefOf, mayMove, waiting }: Props): RowProps {
  const { _id: id } = card;
  return {
    card,
    scale,
    slack: slack.get(id),
    draft: draft?.id === id && draft.part !== 'link' ? draft : null,
    stop: stop === id,
    isFrom: from === id,
    isOver: draft?.part === 'link' && draft.over === id,
    href: hrefOf(card.key),
    movable: mayMove(card),
    waiting: waiting.has(id),
  };
}

function HeadRow({ label, count, index }: { label: string; count: number; index: number }) {
  return (
    <li className="absolute inset-x-0 border-b border-border bg-sunken" style={placeOf(index)}>
      <span className="sticky left-0 inline-flex h-full max-w-[560px] items-center gap-2 px-3 text-sm font-semibold">
        <span dir="auto" className="truncate">
          {label}
        </span>
        <span className="font-normal text-text-3 tabular-nums">{count}</span>
      </span>
    </li>
  );
}

function rowsIn({ top, height }: Seen, count: number): [number, number] {
  const first = Math.max(0, Math.floor((top - HEAD) / ROW) - 6);
  return [Math.min(first, count), Math.min(count, Math.ceil((top + height) / ROW) + 6)];
}
