'use client';

import { Camera, FolderPlus, FolderUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuLink } from '@/components/ui/overlay/menu';
import type { FilesMenuProps } from './files-menu-button';

export function FilesMenu({
  binHref,
  onFolder,
  onWhole,
  onPhoto,
  reason,
  trigger,
  open,
  onOpenChange,
}: FilesMenuProps & { trigger: ReactNode; open: boolean; onOpenChange: (open: boolean) => void }) {
  const phone = open && matchMedia('(width < 640px)').matches;
  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange} align="end">
      {onFolder && phone && (
        <MenuItem icon={<FolderPlus />} reason={reason} onSelect={onFolder}>
          New folder
        </MenuItem>
      )}
      {onPhoto && phone && (
        <MenuItem icon={<Camera />} reason={reason} onSelect={onPhoto}>
          Take photo
        </MenuItem>
      )}
      {onWhole && !phone && (
        <MenuItem icon={<FolderUp />} reason={reason} onSelect={onWhole}>
          Upload folder
        </MenuItem>
      )}
      {binHref && (
        <MenuLink href={binHref} icon={<Trash2 />}>
          Bin
        </MenuLink>
      )}
    </Menu>
  );
}
