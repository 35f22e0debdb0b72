'use client';

import dynamic from 'next/dynamic';

/** All sections of the settings are one page: loaded only where the section is shown. */
export const RuleList = dynamic(() => import('./rule-list').then((part) => part.RuleList));
