'use client';

import dynamic from 'next/dynamic';

/** Loaded apart from the task above them, which answers first. */
export const LazyDiscussion = dynamic(() => import('./discussion').then((part) => part.Discussion));
export const LazyTaskAttachments = dynamic(() => import('./task-attachments').then((part) => part.TaskAttachments));
