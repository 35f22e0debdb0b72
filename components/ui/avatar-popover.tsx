'use client';

import * as Radix from '@radix-ui/react-popover';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Avatar, type AvatarSize, type Person } from './avatar';
import { type Role, RoleBadge } from './badge';
import { popoverStyle } from './popover';
import { usePortalContainer } from './portal-container';

const HOVER_DELAY = 400;

/** A small avatar that shows who it is: at once on a press or Enter, after a moment on hover. */
export function AvatarPopover({
  person,
  role,
  size = 24,
  children,
}: {
  person: Person;
  role?: Role;
  size?: AvatarSize;
  /** More about the person, below name and role. */
  children?: ReactNode;
}) {
  const container = usePortalContainer();
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const byHover = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  function hover(next: boolean) {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => {
        if (next) byHover.current = true;
        if (next || byHover.current) setOpen(next);
      },
      next ? HOVER_DELAY : 150,
    );
  }

  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        clearTimeout(timer.current);
        // A press on what hover has opened keeps it open.
        const keep = !next && byHover.current && open;
        byHover.current = false;
        setOpen(keep ? document.activeElement?.getAttribute('data-avatar-trigger') !== null : next);
      }}
    >
      <Radix.Trigger
        data-avatar-trigger=""
        onPointerEnter={(event) => event.pointerType === 'mouse' && hover(true)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && hover(false)}
        className="relative inline-flex rounded-full after:absolute after:top-1/2 after:left-1/2 after:size-6 after:-translate-1/2 pointer-coarse:after:size-11"
      >
        <Avatar person={person} size={size} />
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          aria-label={person.name}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => byHover.current && event.preventDefault()}
          onCloseAutoFocus={(event) => byHover.current && event.preventDefault()}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={(event) => event.pointerType === 'mouse' && hover(false)}
          className={`${popoverStyle} w-64 p-3`}
        >
          <div className="flex items-center gap-3">
            <Avatar person={person} size={40} beside />
            <div className="min-w-0">
              <p className="truncate text-base font-semibold">{person.name}</p>
              {role && <RoleBadge role={role} />}
            </div>
          </div>
          {children && <div className="mt-3 border-t border-border pt-3 text-sm text-text-2">{children}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
