'use client';

import dynamic from 'next/dynamic';
import { LiveStatus } from '@/components/live/live-status';
import { Bell } from '@/components/notification/bell';
import { openOverlay, prefetchOverlay } from '@/components/overlay/overlay';
import { HoverTip } from '@/components/page/hover-tip';
import { TimerSlot } from '@/components/time-entry/timer-slot';
import { IconButton } from '@/components/ui/icon-button';
import { KeyHint } from '@/components/ui/key-hint';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useShell } from '@/components/viewer/shell-context';
import { ChatButton } from './chat-button';
import { ProfileButton } from './profile-button';

/** Loaded only where somebody of the staff looks as a client. */
const ViewBanner = dynamic(() => import('@/components/client-view/view-banner').then((part) => part.ViewBanner));
const ViewedMember = dynamic(() => import('@/components/client-view/view-banner').then((part) => part.ViewedMember));

export function TopBar() {
  const { view } = useShell();
  return (
    <header data-top-bar="" className="sticky top-0 z-sticky border-b border-border bg-surface">
      {view && <ViewBanner />}
      <div className="flex h-14 items-center gap-2 px-3 sm:px-4">
        <div className="max-sm:hidden lg:hidden">
          <IconButton
            label="Open navigation"
            icon={<span aria-hidden="true" className="icon icon-menu" />}
            aria-haspopup="dialog"
            onPointerEnter={() => prefetchOverlay('navigation')}
            onFocus={() => prefetchOverlay('navigation')}
            onClick={() => openOverlay('navigation')}
          />
        </div>
        <SearchButton />
        <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2">{view ? <ViewedMember /> : <Own />}</div>
      </div>
    </header>
  );
}

function Own() {
  return (
    <>
      <TimerSlot />
      <LiveStatus />
      <ChatButton />
      <Bell />
      <ProfileButton />
      <span className="max-sm:hidden">
        <HoverTip text="Logout">
          <IconButton
            label="Logout"
            icon={<span aria-hidden="true" className="icon icon-log-out" />}
            aria-haspopup="dialog"
            onPointerEnter={() => prefetchOverlay('logout')}
            onFocus={() => prefetchOverlay('logout')}
            onClick={() => openOverlay('logout')}
          />
        </HoverTip>
      </span>
    </>
  );
}

function SearchButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onPointerEnter={() => prefetchOverlay('palette')}
      onFocus={() => prefetchOverlay('palette')}
      onClick={() => openOverlay('palette')}
      className="inline-flex size-[34px] items-center justify-center gap-2 rounded-sm border border-border-strong bg-surface text-base text-text-3 hover:bg-hover sm:w-full sm:max-w-[240px] lg:max-w-[340px] sm:justify-start sm:px-2.5 pointer-coarse:size-11 sm:pointer-coarse:w-full"
    >
      <span aria-hidden="true" className="icon icon-search" />
      <span className="sr-only sm:not-sr-only">Search or jump to</span>
      <span className="ml-auto hidden sm:inline-flex">
        <KeyHint keys="Ctrl K" />
      </span>
      <VisuallyHidden>, opens with Control K</VisuallyHidden>
    </button>
  );
}
