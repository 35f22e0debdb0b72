'use client';

import dynamic from 'next/dynamic';

/** Loaded only by pages that show it. */
export const MeetingCalendar = dynamic(() => import('./meeting-calendar').then((part) => part.MeetingCalendar));
