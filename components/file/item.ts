import type { FileRecord } from '@/lib/file/schema';
import { isInlinePicture } from '@/lib/file/vocabulary';
import type { FolderRecord } from '@/lib/folder/schema';

export type FileItem = FileRecord & { kind: 'file' };
export type FolderItem = FolderRecord & { kind: 'folder' };
export type Item = FileItem | FolderItem;

export const fileItem = (file: FileRecord): FileItem => ({ ...file, kind: 'file' });
export const folderItem = (folder: FolderRecord): FolderItem => ({ ...folder, kind: 'folder' });

/** The folder that an item lies in; null at the root of its space. */
export const parentOf = (item: Item): string | null => (item.kind === 'file' ? item.folder_id : item.parent_id);

type Mark = 'file' | 'document' | 'code' | 'table' | 'image' | 'video' | 'audio' | 'archive';

const MARKS: readonly [RegExp, Mark, string][] = [
  [/^image\//, 'image', 'Picture'],
  [/^video\//, 'video', 'Video'],
  [/^audio\//, 'audio', 'Audio'],
  [/pdf$/, 'document', 'PDF'],
  [/csv|spreadsheet|excel|sheet/, 'table', 'Table'],
  [/zip|compressed|x-tar|gzip|rar|7z/, 'archive', 'Archive'],
  [/json|javascript|xml|html|x-sh|yaml/, 'code', 'Code'],
  [/^text\/|word|presentation|opendocument/, 'document', 'Document'],
];

/** The mark of a type found from content, and its word. */
export function markOf(type: string): { mark: Mark; word: string } {
  const [, mark, word] = MARKS.find(([types]) => types.test(type)) ?? [null, 'file', 'File'];
  return { mark: mark as Mark, word: word as string };
}

/** How the page itself can show a file; null: only a download. */
export type Preview = 'picture' | 'pdf' | 'table' | 'markdown' | 'text' | 'video' | 'audio' | null;

const CODE = /json|javascript|typescript|xml|html|yaml|x-sh|sql|svg/;

export function previewOf({ type, name, thumbnail_url }: Pick<FileRecord, 'type' | 'name' | 'thumbnail_url'>): Preview {
  if (isInlinePicture(type) || thumbnail_url) return 'picture';
  if (type === 'application/pdf') return 'pdf';
  if (/csv|tab-separated/.test(type) || (/^text\//.test(type) && /\.(?:csv|tsv)$/i.test(name))) return 'table';
  if (type === 'text/markdown') return 'markdown';
  if (/^text\//.test(type) || CODE.test(type)) return 'text';
  if (/^video\//.test(type)) return 'video';
  return /^audio\//.test(type) ? 'audio' : null;
}

/** Where the extension begins: `plan.tar.gz` → 4. The whole length where there is none. */
export function extensionStart(name: string): number {
  const match = /(?<=.)(?:\.tar)?\.[^.\s/]{1,16}$/iu.exec(name);
  return match ? match.index : name.length;
}
