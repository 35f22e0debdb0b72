'use client';

import dynamic from 'next/dynamic';

/** Loaded only by pages that show the part. */
export const ViewMenuButton = dynamic(() => import('./view-menu-button').then((part) => part.ViewMenuButton));
export const SaveView = dynamic(() => import('./save-view').then((part) => part.SaveView));
