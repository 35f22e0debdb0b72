'use client';

import dynamic from 'next/dynamic';

/** All sections are one page: loaded only where the section is shown. */
export const NotificationSettings = dynamic(() =>
  import('./settings-form').then((part) => part.NotificationSettingsForm),
);
