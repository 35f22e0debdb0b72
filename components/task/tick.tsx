import { Square, SquareCheck } from 'lucide-react';
import { COMPLETED } from '@/lib/task/vocabulary';

/** Completes or reopens (as pending). A box, so that it is not taken for a status ring; hidden where not allowed. */
export function Tick({ done, name, onTick }: { done: boolean; name: string; onTick: (status: number) => void }) {
  return (
    <button
      type="button"
      aria-label={`${done ? 'Reopen' : 'Complete'} ${name}`}
      onClick={() => onTick(done ? 1 : COMPLETED)}
      className="group/tick flex size-8 shrink-0 items-center justify-center rounded-md text-text-3 hover:text-ok-text pointer-coarse:size-11"
    >
      {done ? (
        <SquareCheck className="text-st-completed" />
      ) : (
        <>
          <Square className="group-hover/tick:hidden" />
          <SquareCheck className="hidden group-hover/tick:block" />
        </>
      )}
    </button>
  );
}
