'use client';

import dynamic from 'next/dynamic';

/** Loaded only by pages that show it. */
export const TaskCalendar = dynamic(() => import('./task-calendar').then((part) => part.TaskCalendar));
