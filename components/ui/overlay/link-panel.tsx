'use client';

import type { ReactNode } from 'react';

/** The platform's popover below the button that names it, which opens without scripts; what is chosen in it closes it. */
export function LinkPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is pressed.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's key is a click.
    <div
      id={id}
      popover="auto"
      className="link-panel"
      style={{ positionAnchor: `--${id}` }}
      onClick={({ target, currentTarget }) => {
        if (target instanceof Element && target.closest('a')) currentTarget.hidePopover();
      }}
    >
      {children}
    </div>
  );
}
