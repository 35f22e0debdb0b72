import { Diamond } from 'lucide-react';
import { cn } from '@/lib/class-names';
import type { MilestoneRecord } from '@/lib/milestone/schema';

/** One milestone on its day. `isLate`: it is neither reached nor to come. */
export function MilestoneMark({
  milestone: { name, reached_at },
  isLate,
}: {
  milestone: MilestoneRecord;
  isLate: boolean;
}) {
  return (
    <span
      title={name}
      className={cn(
        'inline-flex max-w-full min-w-0 items-center gap-1 text-xs font-medium [&>svg]:size-3 [&>svg]:shrink-0',
        reached_at ? 'text-ok-text [&>svg]:fill-current' : isLate ? 'text-danger-text' : 'text-accent-text',
      )}
    >
      <Diamond aria-hidden="true" />
      <span className="sr-only">Milestone: </span>
      <span dir="auto" className="truncate">
        {name}
      </span>
      {reached_at && <span className="sr-only"> (reached)</span>}
    </span>
  );
}
