'use client';

import dynamic from 'next/dynamic';

/** Fetched when two people changed the same. */
export const ConflictBox = dynamic(() => import('./conflict-box').then((part) => part.ConflictBox));
