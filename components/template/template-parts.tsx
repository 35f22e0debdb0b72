'use client';

import dynamic from 'next/dynamic';

/** All sections of the settings are one page: loaded only where the section is shown. */
export const TemplateList = dynamic(() => import('./template-list').then((part) => part.TemplateList));
