import { useFormats } from '@/components/ui/formats';
import { cn } from '@/lib/class-names';
import { HEAD, NAMES, ROW } from './measures';
import { barOf, type Line } from './plan';
import { type Scale, xOf } from './scale';
import type { Seen } from './use-seen';

/**
 * At the edge of each row in sight whose bar lies further left or right: its date, and a click brings it. For the pointer;
 * keys bring the bar of the task they come to.
 */
export function BarsOutOfSight({
  lines,
  rows,
  scale,
  seen,
  reveal,
}: {
  lines: readonly Line[];
  /** Places of the rows that are drawn. */
  rows: readonly number[];
  scale: Scale;
  seen: Seen;
  reveal: (index: number) => void;
}) {
  const formats = useFormats();
  return rows.map((index) => {
    const line = lines[index];
    const bar = line?.kind === 'task' ? barOf(line.card) : null;
    if (!line || !bar) return null;
    const before = xOf(scale, bar.due) + scale.day <= seen.left;
    if (!before && xOf(scale, bar.start) < seen.left + seen.width - NAMES) return null;
    return (
      <div
        key={line.id}
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 z-1 flex items-center"
        style={{ top: HEAD + index * ROW, height: ROW }}
      >
        <button
          type="button"
          tabIndex={-1}
          data-edge={line.id}
          onClick={() => reveal(index)}
          className={cn(
            'pointer-events-auto sticky mx-1 inline-flex h-6 items-center gap-0.5 rounded-sm bg-canvas px-1.5 text-xs text-text-3 hover:bg-hover hover:text-text',
            !before && 'right-1 ml-auto',
          )}
          style={before ? { left: NAMES + 4 } : undefined}
        >
          {before && <span className="icon icon-chevron-right rotate-180" />}
          {formats.day(before ? bar.due : bar.start, 'short')}
          {!before && <span className="icon icon-chevron-right" />}
        </button>
      </div>
    );
  });
}
