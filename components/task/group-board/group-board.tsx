'use client';

import { useState } from 'react';
import { type Packed, unpacked } from '@/components/rows/packed';
import type { BoardCard, GroupedBoard } from '@/lib/task-board/schema';
import { BoardPage, type BoardPageProps } from '../board/board-page';
import { type GroupBoardSource, useGroupBoard } from './use-group-board';

export type GroupBoardProps = Omit<GroupBoardSource, 'board'> &
  BoardPageProps & { board: Omit<GroupedBoard, 'docs'>; cards: Packed<BoardCard> };

/** By assignee, priority or label, or in swimlanes. */
export function GroupBoard({ board, cards, ...source }: GroupBoardProps) {
  const [first] = useState(() => ({ ...board, docs: unpacked(cards) }));
  const { moreLanes, ...shown } = useGroupBoard({ ...source, board: first });
  const note = moreLanes > 0 && (
    <p className="pb-2 text-sm text-text-2">{moreLanes} more swimlanes are not shown. Filter the board to see them.</p>
  );
  return <BoardPage {...source} {...shown} note={note} />;
}
