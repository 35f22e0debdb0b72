'use client';

import { Clock, Info, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { ExportItems } from '@/components/task-export/export-items';
import { Menu, MenuLink, MenuSeparator } from '@/components/ui/overlay/menu';
import type { Tools } from './tools-button';

const ICON = { project: <Info />, time: <Clock />, import: <Upload />, bin: <Trash2 /> } as const;

export function ToolsMenu({
  trigger,
  open,
  onOpenChange,
  ...tools
}: Tools & { trigger: ReactNode; open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange} align="end">
      <ToolItems {...tools} />
    </Menu>
  );
}

/** In a menu that has more. */
export function ToolItems({ links, exported }: Tools) {
  return (
    <>
      {links.map(({ does, label, href }) => (
        <MenuLink key={does} href={href} icon={ICON[does]}>
          {label}
        </MenuLink>
      ))}
      {exported && (
        <>
          {links.length > 0 && <MenuSeparator />}
          <ExportItems query={exported} />
        </>
      )}
    </>
  );
}
