import { type DragEvent, type ClipboardEvent as ReactPaste, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Files that are dropped onto an element: spread `target` on it. `over`: some are held above it. */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined) {
  const [over, setOver] = useState(false);
  const target = onFiles && {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles(filesIn(event.dataTransfer));
    },
  };
  return { over, target };
}

/** A folder has no bytes, and cannot be attached. */
const filesIn = ({ items, files }: DataTransfer): File[] => {
  const folders = new Set(
    Array.from(items, (item) => item.webkitGetAsEntry?.()).flatMap((entry) => (entry?.isDirectory ? entry.name : [])),
  );
  return Array.from(files).filter(({ name }) => !folders.has(name));
};

/** Files of a paste; empty if it is text. A screenshot gets a name that tells when it was made. */
export function pastedFiles({ clipboardData }: Pick<ReactPaste | ClipboardEvent, 'clipboardData'>): File[] {
  if (!clipboardData || clipboardData.types.includes('text/plain')) return [];
  return Array.from(clipboardData.files, (file) =>
    /^image\.\w+$/.test(file.name) ? new File([file], screenshotName(file.name), { type: file.type }) : file,
  );
}

function screenshotName(name: string): string {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString();
  return `Screenshot ${local.slice(0, 10)} ${local.slice(11, 19).replaceAll(':', '.')}${name.slice(name.lastIndexOf('.'))}`;
}
