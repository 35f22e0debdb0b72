'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { openOverlay } from '@/components/overlay/overlay';
import { setPageUrl } from '@/components/url/page-url';
import { useShell } from '@/components/viewer/shell-context';
import { mayEver } from '@/lib/permission/policy';

/** `?new=task` and `?new=project` open the dialog on any page and are then removed from the URL. */
export function AskedOverlay() {
  const { member } = useShell();
  const search = useSearchParams();
  const wanted = search.get('new');
  useEffect(() => {
    if (wanted !== 'task' && wanted !== 'project') return;
    if (mayEver(member, `${wanted}.create`)) openOverlay(`new-${wanted}`);
    const path = window.location.pathname;
    const rest = new URLSearchParams(search);
    rest.delete('new');
    setPageUrl(rest.size > 0 ? `${path}?${rest}` : path);
  }, [wanted, search, member]);
  return null;
}
