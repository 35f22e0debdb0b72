'use client';

import dynamic from 'next/dynamic';

/** All sections are one page: loaded only where the section is shown. */
export const JoinRules = dynamic(() => import('./join-rules').then((part) => part.JoinRules));
export const ProfileForm = dynamic(() => import('./profile-form').then((part) => part.ProfileForm));
