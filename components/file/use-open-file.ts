import { useState } from 'react';
import { setPageUrl } from '@/components/url/page-url';
import type { FileItem } from './item';

/** The file whose preview is open; the URL says so, that it can be linked and reloaded. */
export function useOpenFile(files: readonly FileItem[], first: FileItem | null) {
  const [opened, set] = useState(first);
  const open = (file: FileItem | null) => {
    set(file);
    const url = new URL(window.location.href);
    if (file) url.searchParams.set('file', file._id);
    else url.searchParams.delete('file');
    setPageUrl(url);
  };
  const fresh = files.find(({ _id }) => _id === opened?._id);
  return { opened: fresh ?? opened, open };
}
