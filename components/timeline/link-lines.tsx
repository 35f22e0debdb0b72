import { memo, useMemo } from 'react';
import type { TaskCard } from '@/lib/task/schema';
import { HEAD, NAMES, ROW } from './measures';
import { barOf, collides, type Line, type Link } from './plan';
import { type Scale, xOf } from './scale';
import { type Draft, withDraft } from './use-bar-drag';

type End = { index: number; card: TaskCard };

/** From the end of what blocks to the beginning of what waits; red where that begins too early. */
export const LinkLines = memo(function LinkLines({
  lines,
  links,
  scale,
  draft,
  width,
  height,
  first,
  last,
  sight,
  mayChange,
}: {
  lines: readonly Line[];
  links: readonly Link[];
  scale: Scale;
  draft: Draft | null;
  width: number;
  height: number;
  /** Rows in sight: of others no line is drawn, unless it passes them. */
  first: number;
  last: number;
  /** Pixels from left to right in sight, with some around. */
  sight: readonly [number, number];
  mayChange: (card: TaskCard) => boolean;
}) {
  const ends = useMemo(() => {
    const found = new Map<string, End>();
    for (const [index, line] of lines.entries())
      if (line.kind === 'task') found.set(line.id, { index, card: line.card });
    return found;
  }, [lines]);
  const drawn = links.flatMap(({ task_id, blocks_id }) => {
    const [from, to] = [ends.get(task_id), ends.get(blocks_id)];
    if (!from || !to || Math.max(from.index, to.index) < first || Math.min(from.index, to.index) > last) return [];
    const [blocker, waiter] = [withDraft(from.card, draft), withDraft(to.card, draft)];
    const [before, after] = [barOf(blocker), barOf(waiter)];
    if (!before || !after) return [];
    const x1 = xOf(scale, before.due) + (before.milestone ? scale.day / 2 + 7 : scale.day);
    const x2 = xOf(scale, after.start) + (after.milestone ? scale.day / 2 - 7 : 0);
    const [y1, y2] = [(from.index + 0.5) * ROW, (to.index + 0.5) * ROW];
    const removable = mayChange(blocker) || mayChange(waiter);
    // What turns back goes a little further than its ends.
    if (Math.max(x1, x2) + TURN < sight[0] || Math.min(x1, x2) - TURN > sight[1]) return [];
    // The heads of groups do not cover what passes below the names.
    const box = { left: sight[0] - NAMES, right: sight[1], top: first * ROW, bottom: last * ROW };
    const path = pathOf({ x1, y1, x2, y2 }, box);
    return { id: `${task_id} ${blocks_id}`, path, late: collides(blocker, waiter), removable };
  });
  const begun = draft?.part === 'link' ? ends.get(draft.id) : undefined;
  const begunBar = begun && barOf(begun.card);
  const box = { style: { top: HEAD, left: NAMES }, width, height, fill: 'none' } as const;
  return (
    <>
      {/* What can be clicked lies below the bars, so that it takes none of their grips. */}
      <svg {...box} aria-hidden="true" className="pointer-events-none absolute overflow-hidden">
        {drawn.map(
          ({ id, path: { line }, removable }) =>
            removable && (
              <path
                key={id}
                d={line}
                data-link={id}
                pointerEvents="stroke"
                className="cursor-pointer stroke-transparent [stroke-width:10] hover:stroke-accent-soft pointer-coarse:[stroke-width:24]"
              />
            ),
        )}
      </svg>
      <svg {...box} aria-hidden="true" className="pointer-events-none absolute z-1 overflow-hidden" strokeWidth="1.5">
        {drawn.map(({ id, path: { line, arrow }, late }) => (
          <g key={id} className={late ? 'stroke-danger' : 'stroke-border-strong'}>
            <path d={line} strokeWidth={late ? 2.5 : undefined} />
            <path d={arrow} className={late ? 'fill-danger' : 'fill-border-strong'} />
          </g>
        ))}
        {begun && begunBar && draft?.part === 'link' && (
          <path
            d={`M ${xOf(scale, begunBar.due) + scale.day} ${(begun.index + 0.5) * ROW} L ${draft.x - NAMES} ${draft.y - HEAD}`}
            className="stroke-accent"
            strokeDasharray="4 3"
          />
        )}
      </svg>
    </>
  );
});

const TURN = 8;
/** Within `low` and `high`, with enough beyond that no end shows. */
const near = (at: number, low: number, high: number): number => Math.min(Math.max(at, low - ROW), high + ROW);

type Ends = { x1: number; y1: number; x2: number; y2: number };
type Sight = { left: number; right: number; top: number; bottom: number };

/**
 * Right-angled; around, where what waits begins further left. Each corner is brought near what is in sight, which
 * changes nothing there: a plan's longest lines pass thousands of rows.
 */
function pathOf({ x1, y1, x2, y2 }: Ends, { left, right, top, bottom }: Sight): { line: string; arrow: string } {
  const out = x1 + TURN;
  const into = x2 - TURN;
  const middle = y1 + Math.sign(y2 - y1 || 1) * (ROW / 2);
  const [x, y] = [(at: number) => near(at, left, right), (at: number) => near(at, top, bottom)];
  const line =
    into >= out
      ? `M ${x(x1)} ${y(y1)} H ${x(out)} V ${y(y2)} H ${x(x2)}`
      : `M ${x(x1)} ${y(y1)} H ${x(out)} V ${y(middle)} H ${x(into)} V ${y(y2)} H ${x(x2)}`;
  return { line, arrow: `M ${x(x2)} ${y(y2)} l -5 -3.5 v 7 z` };
}
