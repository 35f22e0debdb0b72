'use client';

import { LogOut, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { openOverlay } from '@/components/overlay/overlay';
import { Menu, MenuItem, MenuLink } from '@/components/ui/overlay/menu';

/** Of the specification is Profile alone; a phone’s bar has no room for Logout. */
export function ProfileMenu({
  trigger,
  open,
  onOpenChange,
}: {
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange} align="end">
      <MenuLink href="/profile" icon={<UserRound />}>
        Profile
      </MenuLink>
      {open && matchMedia('(width < 640px)').matches && (
        <MenuItem icon={<LogOut />} onSelect={() => openOverlay('logout')}>
          Logout
        </MenuItem>
      )}
    </Menu>
  );
}
