'use client';

import dynamic from 'next/dynamic';

/** Loaded only where somebody of the staff looks as a client. */
export const ViewBanner = dynamic(() => import('./view-banner').then((part) => part.ViewBanner));
export const ViewedMember = dynamic(() => import('./view-banner').then((part) => part.ViewedMember));
