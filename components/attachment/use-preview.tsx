'use client';

import { type MouseEvent, useState } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import type { FileRecord } from '@/lib/file/schema';

const load = () => import('./attachment-preview').then(({ AttachmentPreview }) => AttachmentPreview);

/** A plain press on a link opens the file over the page; without scripts, and with other presses, it is a link. */
export function usePreview(files: readonly FileRecord[]) {
  const [opened, setOpened] = useState<FileRecord | null>(null);
  const { Part, press } = useOnDemand(load);
  return {
    openerOf: (file: FileRecord) => ({
      onClick: (event: MouseEvent) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        setOpened(file);
        press();
      },
    }),
    preview: Part && opened && <Part file={opened} files={files} onOpen={setOpened} />,
  };
}
