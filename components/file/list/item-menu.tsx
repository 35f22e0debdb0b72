'use client';

import { Copy, Download, Eye, FolderInput, History, Pencil, ScanEye, Scissors, Trash2, Users } from 'lucide-react';
import type { Item } from '@/components/file/item';
import { Menu, MenuItem, type MenuProps, MenuSeparator } from '@/components/ui/overlay/menu';
import { useShell } from '@/components/viewer/shell-context';
import { canSeeAccess } from '@/lib/access/policy';
import type { Look } from './look';

/** Loaded by `ItemMenuButton`. */
export function ItemMenu({ item, look, ...menu }: Omit<MenuProps, 'children'> & { item: Item; look: Look }) {
  const { member } = useShell();
  const { actions, moves } = look;
  const { edit, share } = item.rights;
  return (
    <Menu {...menu} align="end">
      {item.kind === 'file' && (
        <MenuItem icon={<Eye />} shortcut="Space" onSelect={() => look.open(item)}>
          Preview
        </MenuItem>
      )}
      <MenuItem icon={<Download />} onSelect={() => actions.download([item])}>
        {item.kind === 'file' ? 'Download' : 'Download as zip'}
      </MenuItem>
      {item.kind === 'file' && (
        <MenuItem icon={<History />} onSelect={() => actions.ask({ ask: 'versions', item })}>
          Versions…
        </MenuItem>
      )}
      {(edit || moves) && <MenuSeparator />}
      {edit && (
        <MenuItem icon={<Pencil />} shortcut="F2" onSelect={() => actions.rename(item._id)}>
          Rename
        </MenuItem>
      )}
      {edit && (
        <MenuItem icon={<FolderInput />} shortcut="M" onSelect={() => actions.ask({ ask: 'move', items: [item] })}>
          Move to…
        </MenuItem>
      )}
      {edit && (
        <MenuItem icon={<Scissors />} shortcut="Ctrl X" onSelect={() => actions.keep([item], true)}>
          Cut
        </MenuItem>
      )}
      {moves && (
        <MenuItem icon={<Copy />} onSelect={() => actions.ask({ ask: 'copy', items: [item] })}>
          Copy to…
        </MenuItem>
      )}
      {share && (
        <MenuItem icon={<Users />} onSelect={() => actions.ask({ ask: 'share', items: [item] })}>
          Visible to clients…
        </MenuItem>
      )}
      {item.kind === 'file' && canSeeAccess(member) && (
        <MenuItem icon={<ScanEye />} onSelect={() => actions.ask({ ask: 'access', item })}>
          Who sees this?
        </MenuItem>
      )}
      {edit && <MenuSeparator />}
      {edit && (
        <MenuItem icon={<Trash2 />} shortcut="Del" danger onSelect={() => void actions.remove([item])}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}
