/** A file with the folders above it inside what was dropped: `['Designs', 'Old']`. */
export type Dropped = { file: File; folders: readonly string[] };

/** Call in the event itself: afterwards the browser has forgotten what was dropped. */
export function droppedFiles(transfer: DataTransfer): Promise<Dropped[]> {
  const entries = Array.from(transfer.items, (item) => (item.kind === 'file' ? item.webkitGetAsEntry?.() : null));
  if (entries.every((entry) => !entry))
    return Promise.resolve(Array.from(transfer.files, (file) => ({ file, folders: [] })));
  return Promise.all(entries.map((entry) => (entry ? within(entry, []) : []))).then((found) => found.flat());
}

async function within(entry: FileSystemEntry, folders: readonly string[]): Promise<Dropped[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, folders }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Dropped[] = [];
  for (;;) {
    // Browsers give a hundred at a time.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return found;
    for (const one of entries) found.push(...(await within(one, [...folders, entry.name])));
  }
}

/** From a field with `webkitdirectory`, whose files know their path. */
export const chosenFiles = (files: readonly File[]): Dropped[] =>
  files.map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }));
