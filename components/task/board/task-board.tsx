'use client';

import { type CSSProperties, useEffect, useState } from 'react';
import { type Packed, unpacked } from '@/components/rows/packed';
import { ErrorState } from '@/components/ui/error-state';
import type { BoardColumn, TaskCard } from '@/lib/task/schema';
import { readsOnly, whyNot } from '../task-rights';
import { useToday } from '../use-today';
import { Board } from './board';
import { keepLastBoard } from './last-board';
import { type TaskBoardSource, useTaskBoard } from './use-task-board';

export type TaskBoardProps = Omit<TaskBoardSource, 'columns'> & {
  columns: readonly Omit<BoardColumn, 'docs'>[];
  /** The first cards of all columns. */
  cards: Packed<TaskCard>;
  /** Height of what is above and below on the page (CSS length), so that columns end with the window. */
  around?: string;
};

export function TaskBoard({ around = '248px', columns, cards, ...source }: TaskBoardProps) {
  const { viewer, projectKey } = source;
  const today = useToday(source.today);
  const [first] = useState(() => {
    const docs = unpacked(cards);
    return columns.map((column) => ({ ...column, docs: docs.filter(({ status }) => status === column.status) }));
  });
  const { store, failed, retry } = useTaskBoard({ ...source, columns: first });
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
