'use client';

import { useSelectedLayoutSegment } from 'next/navigation';
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { showToast } from '@/components/ui/toast';
import { AskedOverlay } from './asked-overlay';
import { loadAhead } from './load-ahead';
import { closeOverlay, type OverlayName, useOverlay } from './overlay';

export type OverlayProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Fetched when first asked for, or in an idle moment before. */
const LOAD: Record<OverlayName, () => Promise<ComponentType<OverlayProps>>> = {
  palette: () => import('./palette').then((module) => module.Palette),
  keys: () => import('./key-sheet').then((module) => module.KeySheet),
  invite: () =>
    import('@/components/member/invite-dialog').then(
      ({ InviteDialog }) =>
        ({ open, onOpenChange }) =>
          open && <InviteDialog onClose={() => onOpenChange(false)} />,
    ),
  logout: () => import('./logout-dialog').then((module) => module.LogoutDialog),
  navigation: () => import('./navigation-drawer').then((module) => module.NavigationDrawer),
  'new-task': () => import('@/components/task/new-task-dialog').then((module) => module.NewTaskDialog),
  'new-project': () => import('@/components/project/project-dialog').then((module) => module.NewProjectDialog),
};

/** Fetches an overlay's code ahead, when a pointer nears its button. */
export const prefetchOverlay = (name: OverlayName) => void LOAD[name]().catch(() => undefined);

/** Where the overlays of the shell live. */
export function OverlayHost() {
  const wanted = useOverlay();
  const segment = useSelectedLayoutSegment();
  const [parts, setParts] = useState<Partial<Record<OverlayName, ComponentType<OverlayProps>>>>({});

  useEffect(() => {
    if (!wanted || parts[wanted]) return;
    LOAD[wanted]().then(
      (part) => setParts((before) => ({ ...before, [wanted]: part })),
      () => {
        closeOverlay();
        showToast({ kind: 'failure', text: 'That part of the page could not be loaded. Check your connection.' });
      },
    );
  }, [wanted, parts]);

  useEffect(() => {
    for (const load of Object.values(LOAD)) loadAhead(load);
  }, []);

  // Another page has opened: what lay over the last one goes with it.
  const page = useRef(segment);
  useEffect(() => {
    if (page.current !== segment) closeOverlay();
    page.current = segment;
  }, [segment]);

  return (
    <>
      {(Object.entries(parts) as [OverlayName, ComponentType<OverlayProps>][]).map(([name, Part]) => (
        <Part key={name} open={wanted === name} onOpenChange={(open) => !open && closeOverlay()} />
      ))}
      <Suspense>
        <AskedOverlay />
      </Suspense>
    </>
  );
}
