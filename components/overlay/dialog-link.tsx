'use client';

import { type ComponentProps, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Opens a dialog where scripts run, and is a button then. Before they have loaded, without them and in another tab it is the
 * link to the same form as a page of its own.
 */
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
