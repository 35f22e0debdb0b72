'use client';

import type { MouseEvent, ReactNode } from 'react';
import { enterOrganisation } from '@/components/viewer/change-organisation';

/** What is shown of an organisation that is not open: its links open it at once. Without scripts they ask before. */
export function OtherOrganisation({ organisation, children }: { organisation: string; children: ReactNode }) {
  function onClick(event: MouseEvent) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
    if (!link) return;
    // The link's own press, such as marking a notification read, still happens.
    event.preventDefault();
    enterOrganisation(organisation, link.pathname + link.search);
  }
  return <div onClickCapture={onClick}>{children}</div>;
}
