'use client';

import { BoardPage, type BoardPageProps } from './board-page';
import { type TaskBoardSource, useTaskBoard } from './use-task-board';

export type TaskBoardProps = TaskBoardSource & BoardPageProps;

/** By status, in the order that its people gave it. */
export const TaskBoard = (props: TaskBoardProps) => <BoardPage {...props} {...useTaskBoard(props)} />;
