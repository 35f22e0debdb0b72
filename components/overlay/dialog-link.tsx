'use client';

import { type ComponentProps, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** A button that opens a dialog; before scripts load, and in another tab, a link to the same form as a page. */
export function DialogLink({
  href,
  onOpen,
  ...rest
}: Omit<ComponentProps<'a'>, 'onClick' | 'onKeyDown' | 'role'> & { href: string; onOpen: () => void }) {
  const runs = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <a
      {...rest}
      {...(runs && { role: 'button', 'aria-haspopup': 'dialog' })}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen();
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ') return;
        event.preventDefault();
        onOpen();
      }}
    />
  );
}
