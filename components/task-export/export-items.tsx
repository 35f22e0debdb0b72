'use client';

import { useState } from 'react';
import { MenuCheckboxItem, MenuItem, MenuLabel } from '@/components/ui/overlay/menu';
import { EXPORT_FORMATS, FORMAT_LABEL, NOT_EXPORTED } from '@/lib/task-export/vocabulary';

/** Downloads what a view shows, all pages of it. `query`: of `exportTasks`; with `columns` where it is shown in some. */
export function ExportItems({ query: { columns, ...query } }: { query: Readonly<Record<string, string>> }) {
  const [all, setAll] = useState(false);
  return (
    <>
      <MenuLabel>Export what is shown</MenuLabel>
      {EXPORT_FORMATS.map((format) => (
        <MenuItem key={format} onSelect={() => download({ ...query, ...(columns && !all && { columns }), format })}>
          {FORMAT_LABEL[format]}
        </MenuItem>
      ))}
      {columns && (
        <MenuCheckboxItem checked={all} onCheckedChange={setAll}>
          All columns, not only those of the list
        </MenuCheckboxItem>
      )}
      <MenuLabel>{NOT_EXPORTED}</MenuLabel>
    </>
  );
}

/** By the browser itself, which writes it to disk as it comes. */
function download(query: Record<string, string>) {
  const href = `/api/exportTasks?${new URLSearchParams(query)}`;
  Object.assign(document.createElement('a'), { href, download: '' }).click();
}
