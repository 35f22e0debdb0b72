'use client';

import { useSelectedLayoutSegment } from 'next/navigation';
import { type ComponentType, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { loadAhead } from '@/components/overlay/load-ahead';
import {
  closeOverlay,
  fetchOverlaysWith,
  type OverlayName,
  type OverlayProps,
  useOverlay,
} from '@/components/overlay/overlay';
import { showToast } from '@/components/ui/overlay/toast';
import { AskedOverlay } from './asked-overlay';

/** Fetched when first opened, or earlier in an idle moment. */
const LOAD: Record<OverlayName, () => Promise<ComponentType<OverlayProps>>> = {
  palette: () => import('@/components/palette/palette').then((module) => module.Palette),
  keys: () => import('@/components/keys/key-sheet').then((module) => module.KeySheet),
  invite: () =>
    import('@/components/invitation/invite-dialog').then(
      ({ InviteDialog }) =>
        ({ open, onOpenChange }) =>
          open && <InviteDialog onClose={() => onOpenChange(false)} />,
    ),
  logout: () => import('./logout-dialog').then((module) => module.LogoutDialog),
  navigation: () => import('./navigation-drawer').then((module) => module.NavigationDrawer),
  'new-task': () => import('@/components/task/new/new-task-dialog').then((module) => module.NewTaskDialog),
  'duplicate-task': () => import('@/components/task/transfer/task-overlay').then((part) => part.DuplicateOverlay),
  'move-task': () => import('@/components/task/transfer/task-overlay').then((part) => part.TransferOverlay),
  'use-template': () => import('@/components/template/use-template-dialog').then((part) => part.UseTemplateDialog),
  'use-project-template': () =>
    import('@/components/template/use-project-template-dialog').then((part) => part.UseProjectTemplateDialog),
  'save-template': () => import('@/components/template/save-template-overlay').then((part) => part.SaveTemplateOverlay),
  'new-project': () => import('@/components/project/project-dialog').then((module) => module.NewProjectDialog),
};

fetchOverlaysWith((name) => void LOAD[name]().catch(() => undefined));

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

  // On a new page the overlay of the old one closes.
  const page = useRef(segment);
  // During the commit, not after it: what somebody opens on the new page at once must stay open.
  useLayoutEffect(() => {
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
