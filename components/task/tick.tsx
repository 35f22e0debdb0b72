import { bidi } from '@/lib/bidi';
import { COMPLETED } from '@/lib/task/vocabulary';

/** Completes or reopens (as pending). A box, so that it is not taken for a status ring; hidden where not allowed. */
export function Tick({ done, name, onTick }: { done: boolean; name: string; onTick?: (status: number) => void }) {
  return (
    <button
      type="button"
      aria-label={bidi`${done ? 'Reopen' : 'Complete'} ${name}`}
      data-field="done"
      onClick={onTick && (() => onTick(statusAfter(done)))}
      className={done ? 'tick tick-done' : 'tick'}
    />
  );
}

export const statusAfter = (done: boolean): number => (done ? 1 : COMPLETED);
