'use client';

import dynamic from 'next/dynamic';

/** Loaded only by pages that show the view. */
export const TaskList = dynamic(() => import('./list/task-list').then((part) => part.TaskList));
export const TaskBoard = dynamic(() => import('./board/task-board').then((part) => part.TaskBoard));
export const GroupBoard = dynamic(() => import('./group-board/group-board').then((part) => part.GroupBoard));
export const BoardChoice = dynamic(() => import('./group-board/board-choice').then((part) => part.BoardChoice));
export const FilterChips = dynamic(() => import('./filter/filter-chips').then((part) => part.FilterChips));
export const SortChoice = dynamic(() => import('./sort-choice').then((part) => part.SortChoice));
