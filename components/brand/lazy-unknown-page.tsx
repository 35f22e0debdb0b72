'use client';

import dynamic from 'next/dynamic';

/** Loaded only where it is shown. */
export const LazyUnknownPage = dynamic(() => import('./unknown-page').then((part) => part.UnknownPage));
