'use client';

import type { ReactNode } from 'react';
import { Menu, MenuItem } from '@/components/ui/overlay/menu';
import { EXPORT_FORMATS, FORMAT_LABEL } from '@/lib/task-export/vocabulary';

/** `query`: the filters of taskList. */
export function ExportMenu({
  query,
  trigger,
  open,
  onOpenChange,
}: {
  query: Readonly<Record<string, string>>;
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange} align="end">
      {EXPORT_FORMATS.map((format) => (
        <MenuItem key={format} onSelect={() => download({ ...query, format })}>
          {FORMAT_LABEL[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** By the browser itself, which writes it to disk as it comes. */
function download(query: Record<string, string>) {
  const href = `/api/exportTasks?${new URLSearchParams(query)}`;
  Object.assign(document.createElement('a'), { href, download: '' }).click();
}
