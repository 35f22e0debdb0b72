'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { openOverlay } from '@/components/overlay/overlay';
import { setPageUrl } from '@/components/url/page-url';
import { useShell } from '@/components/viewer/shell-context';

/** `?new=task` and `?new=project` open the dialog on any page and are then removed from the URL. */
export function AskedOverlay() {
  const { creates } = useShell();
  const search = useSearchParams();
  const wanted = search.get('new');
  useEffect(() => {
    if (wanted !== 'task' && wanted !== 'project') return;
    if (creates.includes(wanted)) openOverlay(`new-${wanted}`);
    const path = window.location.pathname;
    const rest = new URLSearchParams(search);
    rest.delete('new');
    setPageUrl(rest.size > 0 ? `${path}?${rest}` : path);
  }, [wanted, search, creates]);
  return null;
}
