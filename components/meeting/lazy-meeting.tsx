'use client';

import dynamic from 'next/dynamic';

/** Each is loaded only by pages that show it. */
export const MeetingCalendar = dynamic(() => import('./meeting-calendar').then((part) => part.MeetingCalendar));
export const MeetingDetail = dynamic(() => import('./meeting-detail').then((part) => part.MeetingDetail));
