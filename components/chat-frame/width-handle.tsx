'use client';

import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** In px. */
const LEAST = 360;
const MOST = 640;
const FIRST = 420;
const STEP = 20;
const KEPT = 'chat-width';

const within = (width: number) => Math.round(Math.min(MOST, Math.max(LEAST, width)));

/** The drawer's width, remembered in this browser. */
export function useWidth() {
  const [now, setNow] = useState(recall);
  function onChange(width: number) {
    const next = within(width);
    setNow(next);
    try {
      localStorage.setItem(KEPT, String(next));
    } catch {
      // Where storage is refused, it holds for this page.
    }
  }
  return { now, onChange };
}

function recall(): number {
  try {
    return within(Number(localStorage.getItem(KEPT)) || FIRST);
  } catch {
    return FIRST;
  }
}

/** The left edge: dragged, or moved by the arrow keys. Not on phones, where the drawer fills the screen. */
export function WidthHandle({ now, onChange }: ReturnType<typeof useWidth>) {
  const [dragging, setDragging] = useState(false);
  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowLeft: now + STEP, ArrowRight: now - STEP, Home: MOST, End: LEAST }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onChange(to);
  }
  function drag(event: PointerEvent) {
    if (dragging) onChange(window.innerWidth - event.clientX);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the chat"
      aria-valuenow={now}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
      }}
      onPointerMove={drag}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      className="absolute inset-y-0 -left-1 z-1 w-2 cursor-ew-resize touch-none outline-none hover:bg-accent-soft focus-visible:bg-accent max-sm:hidden"
    >
      {/* A frame would take the pointer. */}
      {dragging && <div className="fixed inset-0 cursor-ew-resize" />}
    </div>
  );
}
