'use client';

import dynamic from 'next/dynamic';

/** Loaded apart from the task above it, which answers first. */
export const LazyDiscussion = dynamic(() => import('./discussion').then((part) => part.Discussion));
