'use client';

import { type CSSProperties, useEffect } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { readsOnly, whyNot } from '../task-rights';
import { useToday } from '../use-today';
import { Board } from './board';
import { keepLastBoard } from './last-board';
import { type TaskBoardSource, useTaskBoard } from './use-task-board';

export type TaskBoardProps = TaskBoardSource & {
  /** Remembered, to open next time a board is asked for without a project. */
  projectKey: string;
  /** Height of what is above and below on the page (CSS length), so that columns end with the window. */
  around?: string;
};

export function TaskBoard({ around = '248px', projectKey, ...source }: TaskBoardProps) {
  const { viewer } = source;
  const today = useToday(source.today);
  const { store, failed, retry } = useTaskBoard(source);
  useEffect(() => keepLastBoard(projectKey), [projectKey]);
  return (
    <div style={{ '--board-height': `max(360px, calc(100dvh - ${around}))` } as CSSProperties}>
      {failed && (
        <div className="pb-3">
          <ErrorState
            title="The board could not be refreshed"
            detail="What you see may be a little old. Changes you make are still saved."
            onRetry={retry}
          />
        </div>
      )}
      <Board
        store={store}
        today={today}
        viewerId={viewer.memberId}
        marksAudience={viewer.role !== 'client'}
        readOnly={readsOnly(viewer) ? whyNot(viewer) : null}
      />
    </div>
  );
}
