'use client';

import dynamic from 'next/dynamic';

/** The views' own code: a page loads that of the view it shows. */
export const TaskList = dynamic(() => import('./list/task-list').then((part) => part.TaskList));
export const TaskBoard = dynamic(() => import('./board/task-board').then((part) => part.TaskBoard));
