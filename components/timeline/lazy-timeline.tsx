'use client';

import dynamic from 'next/dynamic';

/** Loaded only by pages that show it. */
export const TaskTimeline = dynamic(() => import('./task-timeline').then((part) => part.TaskTimeline));
