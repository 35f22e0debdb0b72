'use client';

import dynamic from 'next/dynamic';

/** Loaded only by the one section of the settings that shows them. */
export const LazyExportButtons = dynamic(() => import('./export-buttons').then((part) => part.ExportButtons));
