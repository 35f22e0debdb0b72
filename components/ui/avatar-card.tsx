'use client';

import * as Radix from '@radix-ui/react-popover';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Avatar, type AvatarSize, type Person } from './avatar';
import { avatarTriggerStyle } from './avatar-trigger-style';
import { type Role, RoleBadge } from './badge';
import { popoverStyle } from './popover';
import { usePortalContainer } from './portal-container';

const HOVER_DELAY = 400;

/** Which of the two ways to see the card was taken first. */
export type Asked = 'press' | 'hover';

export type AvatarCardProps = {
  person: Person;
  role?: Role;
  size?: AvatarSize;
  /** More about the person, below name and role. */
  children?: ReactNode;
};

/** The whole of `AvatarPopover`; fetched when a pointer or a press asks for it, which `asked` names. */
export function AvatarCard({ person, role, size = 24, children, asked }: AvatarCardProps & { asked: Asked }) {
  const container = usePortalContainer();
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const byHover = useRef(false);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  // What was asked for while this was on its way. One step after mounting: only then the place to draw it is known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (asked === 'press') setOpen(true);
    else if (trigger.current?.matches(':hover')) hover(true);
  }, []);

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
        ref={trigger}
        data-avatar-trigger=""
        onPointerEnter={(event) => event.pointerType === 'mouse' && hover(true)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && hover(false)}
        className={avatarTriggerStyle}
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
