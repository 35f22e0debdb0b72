'use client';

import dynamic from 'next/dynamic';

/** Loaded only where it is shown, on a page that has other things to show. */
export const LazyRequestsView = dynamic(() => import('./requests-view').then((part) => part.RequestsView));
