'use client';

import { useState } from 'react';
import { type Packed, unpacked } from '@/components/rows/packed';
import type { BoardColumn, TaskCard } from '@/lib/task/schema';
import { BoardPage, type BoardPageProps } from './board-page';
import { type TaskBoardSource, useTaskBoard } from './use-task-board';

export type TaskBoardProps = Omit<TaskBoardSource, 'columns'> &
  BoardPageProps & {
    columns: readonly Omit<BoardColumn, 'docs'>[];
    /** The first cards of all columns. */
    cards: Packed<TaskCard>;
  };

/** By status, in the order that its people gave it. */
export function TaskBoard({ columns, cards, ...source }: TaskBoardProps) {
  const [first] = useState(() => {
    const docs = unpacked(cards);
    return columns.map((column) => ({ ...column, docs: docs.filter(({ status }) => status === column.status) }));
  });
  return <BoardPage {...source} {...useTaskBoard({ ...source, columns: first })} />;
}
