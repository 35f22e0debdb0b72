'use client';

import dynamic from 'next/dynamic';

/** Loaded only by pages that show the view. */
export const TaskList = dynamic(() => import('./list/task-list').then((part) => part.TaskList));
export const TaskBoard = dynamic(() => import('./board/task-board').then((part) => part.TaskBoard));
