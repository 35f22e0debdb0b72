'use client';

import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuLink } from '@/components/ui/overlay/menu';

/** The specification has only this entry. */
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
    </Menu>
  );
}
