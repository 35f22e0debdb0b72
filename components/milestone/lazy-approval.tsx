'use client';

import dynamic from 'next/dynamic';

/** Loaded only where a milestone was sent for approval. */
export const MilestoneApproval = dynamic(() => import('./milestone-approval').then((part) => part.MilestoneApproval));
