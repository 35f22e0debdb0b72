'use client';

import dynamic from 'next/dynamic';

/** All sections of the settings are one page: loaded only where the section is shown. */
export const WorkflowForm = dynamic(() => import('./workflow-form').then((part) => part.WorkflowForm));
export const WorkflowPlace = dynamic(() => import('./workflow-place').then((part) => part.WorkflowPlace));
