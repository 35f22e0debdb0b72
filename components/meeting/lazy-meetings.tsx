'use client';

import dynamic from 'next/dynamic';

/** Loaded only where they are shown, on pages that have other things to show. */
export const LazyMeetingAgenda = dynamic(() => import('./meeting-agenda').then((part) => part.MeetingAgenda));
export const LazyNewMeeting = dynamic(() => import('./new-meeting').then((part) => part.NewMeeting));
export const LazyCalendarAddress = dynamic(() => import('./calendar-address').then((part) => part.CalendarAddress));
export const LazyOwnCalendar = dynamic(() => import('./own-calendar').then((part) => part.OwnCalendar));
