'use client';

import dynamic from 'next/dynamic';

/** Loaded only where it is shown, on pages of which few have a date. */
export const LazyDayField = dynamic(() => import('./day-field').then((part) => part.DayField));
