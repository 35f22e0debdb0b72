'use client';

import { type ReactNode, useState } from 'react';
import { Menu, MenuCheckboxItem, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/overlay/menu';
import { EXPORT_FORMATS, FORMAT_LABEL, NOT_EXPORTED } from '@/lib/task-export/vocabulary';

/** `query`: of `exportTasks`; with `columns` where what it exports is shown in some. */
export function ExportMenu({
  query: { columns, ...query },
  trigger,
  open,
  onOpenChange,
}: {
  query: Readonly<Record<string, string>>;
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [all, setAll] = useState(false);
  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange} align="end">
      {EXPORT_FORMATS.map((format) => (
        <MenuItem key={format} onSelect={() => download({ ...query, ...(columns && !all && { columns }), format })}>
          {FORMAT_LABEL[format]}
        </MenuItem>
      ))}
      {columns && (
        <>
          <MenuSeparator />
          <MenuCheckboxItem checked={all} onCheckedChange={setAll}>
            All columns, not only those of the list
          </MenuCheckboxItem>
        </>
      )}
      <MenuLabel>{NOT_EXPORTED}</MenuLabel>
    </Menu>
  );
}

/** By the browser itself, which writes it to disk as it comes. */
function download(query: Record<string, string>) {
  const href = `/api/exportTasks?${new URLSearchParams(query)}`;
  Object.assign(document.createElement('a'), { href, download: '' }).click();
}
