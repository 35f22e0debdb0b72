'use client';

import dynamic from 'next/dynamic';

/** Loaded only where the section is shown. */
export const ArchivePanel = dynamic(() => import('./archive-panel').then((part) => part.ArchivePanel));
export const ImportPanel = dynamic(() => import('./import-panel').then((part) => part.ImportPanel));
