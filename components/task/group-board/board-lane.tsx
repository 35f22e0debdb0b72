import { type ReactNode, useId } from 'react';
import { cn } from '@/lib/class-names';
import type { BoardLane as Lane } from '../board/board-store';

/** Cells of all columns side by side, under a head that closes them. */
export function BoardLane({
  lane: { label, total },
  closed,
  onToggle,
  children,
}: {
  lane: Lane;
  closed: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  const cells = useId();
  return (
    <div className="w-max min-w-full">
      <button
        type="button"
        aria-expanded={!closed}
        aria-controls={closed ? undefined : cells}
        onClick={onToggle}
        className="sticky left-0 flex min-h-9 max-w-full items-center gap-2 rounded-sm px-2 text-sm font-semibold hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      >
        <span aria-hidden="true" className={cn('icon icon-chevron-right text-text-3', closed || 'rotate-90')} />
        <span dir="auto" className="truncate">
          {label}
        </span>
        <span className="font-normal text-text-3 tabular-nums">{total}</span>
      </button>
      {!closed && (
        <div id={cells} className="flex gap-3 pt-1">
          {children}
        </div>
      )}
    </div>
  );
}
