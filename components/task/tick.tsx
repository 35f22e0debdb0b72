import type { CSSProperties } from 'react';
import { useStatus } from '@/components/workflow/use-workflow';
import { bidi } from '@/lib/bidi';
import { COMPLETED } from '@/lib/task/vocabulary';

type Statused = { status: number; project_id?: string };

/** The task's status as a circle that completes it, or reopens it (as pending). Squares select, so it is none. */
export function Tick({ of, name, onTick }: { of: Statused; name: string; onTick?: (status: number) => void }) {
  const done = of.status === COMPLETED;
  const does = done ? 'Reopen' : 'Complete';
  return (
    <button
      type="button"
      aria-label={bidi`${does} ${name}`}
      title={does}
      data-field="done"
      onClick={onTick && (() => onTick(statusAfter(done)))}
      {...useLook(of)}
    />
  );
}

/** The same circle where the viewer may not move the task. What is around it says the status in words. */
export function StillTick({ of }: { of: Statused }) {
  return <span {...useLook(of, ' tick-still')} />;
}

function useLook(of: Statused, still = '') {
  const { colour } = useStatus(of);
  return {
    className: `tick tick-${of.status}${still}`,
    style: colour ? ({ '--st': `var(--${colour}-text)` } as CSSProperties) : undefined,
  };
}

export const statusAfter = (done: boolean): number => (done ? 1 : COMPLETED);
