'use client';

import dynamic from 'next/dynamic';

/** Loaded only while an upload goes on. */
export const UploadProgress = dynamic(() => import('./upload-progress').then((part) => part.UploadProgress));
