import { MilestoneMark } from '@/components/milestone/milestone-mark';
import type { MilestoneDays } from '@/components/milestone/use-milestone-days';
import { useFormats } from '@/components/ui/formats';
import { FOOT, NAMES } from './measures';
import { type Scale, xOf } from './scale';

/** The middle of the mark's diamond, from its left. */
const MIDDLE = 6;
const WIDEST = 200;

/** Milestones on their days, in a line that stays in sight. */
export function MilestoneFoot({
  milestones,
  scale,
  today,
}: {
  milestones: MilestoneDays;
  scale: Scale;
  today: string;
}) {
  const formats = useFormats();
  const days = [...milestones.keys()].sort();
  return (
    <div
      className="sticky bottom-0 z-3 mt-auto flex shrink-0 border-t border-border bg-canvas"
      style={{ height: FOOT }}
    >
      <span
        className="sticky left-0 z-1 flex items-center border-r border-border bg-sunken px-3 text-xs text-text-2"
        style={{ width: NAMES }}
      >
        Milestones
      </span>
      <ol aria-label="Milestones" className="relative flex-1 overflow-clip">
        {days.map((day, at) => {
          const x = xOf(scale, day) + scale.day / 2 - MIDDLE;
          const next = days[at + 1];
          const room = next ? xOf(scale, next) + scale.day / 2 - MIDDLE - x - 4 : WIDEST;
          return (
            <li
              key={day}
              className="absolute inset-y-0 flex items-center gap-2 overflow-hidden"
              style={{ left: x, maxWidth: Math.max(2 * MIDDLE, Math.min(room, WIDEST)) }}
            >
              {milestones.get(day)?.map((milestone) => (
                <MilestoneMark key={milestone._id} milestone={milestone} isLate={day < today} />
              ))}
              <span className="sr-only">{formats.day(day, 'medium')}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
