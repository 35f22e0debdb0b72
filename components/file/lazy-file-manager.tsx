'use client';

import dynamic from 'next/dynamic';

/** Loaded only where they are shown, on pages that have other things to show. */
export const LazyFileManager = dynamic(() => import('./file-manager').then((part) => part.FileManager));
export const LazyFileBin = dynamic(() => import('./bin/file-bin').then((part) => part.FileBin));
