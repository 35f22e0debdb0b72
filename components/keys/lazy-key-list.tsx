'use client';

import dynamic from 'next/dynamic';

/** Loaded only by the one section of the settings that shows it. */
export const LazyKeyList = dynamic(() => import('./key-list').then((part) => part.KeyList));
