'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { type OverlayName, openOverlay } from '@/components/overlay/overlay';
import { useShell } from '@/components/viewer/shell-context';
import { mayEver } from '@/lib/permission/policy';

const ASKED = {
  task: { overlay: 'new-task', right: 'task.create' },
  project: { overlay: 'new-project', right: 'project.create' },
} as const satisfies Record<string, { overlay: OverlayName; right: string }>;

/** `?new=task` and `?new=project` open the dialog above any page; the address then forgets it. */
export function AskedOverlay() {
  const { member } = useShell();
  const search = useSearchParams();
  const wanted = search.get('new');
  useEffect(() => {
    if (wanted !== 'task' && wanted !== 'project') return;
    const { overlay, right } = ASKED[wanted];
    if (mayEver(member, right)) openOverlay(overlay);
    const path = window.location.pathname;
    const rest = new URLSearchParams(search);
    rest.delete('new');
    window.history.replaceState(null, '', rest.size > 0 ? `${path}?${rest}` : path);
  }, [wanted, search, member]);
  return null;
}
