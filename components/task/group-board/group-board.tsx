'use client';

import { BoardPage, type BoardPageProps } from '../board/board-page';
import { type GroupBoardSource, useGroupBoard } from './use-group-board';

export type GroupBoardProps = GroupBoardSource & BoardPageProps;

/** By assignee, priority or label, or in swimlanes. */
export function GroupBoard(props: GroupBoardProps) {
  const { moreLanes, ...shown } = useGroupBoard(props);
  const note = moreLanes > 0 && (
    <p className="pb-2 text-sm text-text-2">{moreLanes} more swimlanes are not shown. Filter the board to see them.</p>
  );
  return <BoardPage {...props} {...shown} note={note} />;
}
