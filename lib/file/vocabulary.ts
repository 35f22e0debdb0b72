/** Words, kinds and names of files. Runs in the browser too. */

import { cutUnits } from '@/lib/text';

export const FILE_KINDS = ['image', 'document', 'video', 'audio', 'archive', 'other'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const FILE_SORTS = [
  'name',
  '-name',
  'size',
  '-size',
  'changed',
  '-changed',
  'type',
  '-type',
  'uploaded_by',
  '-uploaded_by',
] as const;
export type FileSort = (typeof FILE_SORTS)[number];

export const FILE_AUDIENCES = ['internal', 'client'] as const;
export type FileAudience = (typeof FILE_AUDIENCES)[number];

/** How deep folders may lie in each other; the database says it too. */
export const MOST_DEPTH = 10;
export const TOO_DEEP = `Folders can lie ${MOST_DEPTH} deep at most.`;
/** How many folders and files one copy of a folder may make. */
export const MOST_COPIED = 10_001;
/** Media types by kind, as LIKE patterns; what matches none is `other`. */
export const TYPES_OF_KIND: Record<Exclude<FileKind, 'other'>, readonly string[]> = {
  image: ['image/%'],
  video: ['video/%'],
  audio: ['audio/%'],
  document: [
    'text/%',
    'application/pdf',
    'application/rtf',
    'application/json',
    'application/xml',
    'application/msword',
    'application/vnd.ms-%',
    'application/vnd.openxmlformats-%',
    'application/vnd.oasis.opendocument.%',
    'application/epub+zip',
  ],
  archive: [
    'application/zip',
    'application/gzip',
    'application/x-tar',
    'application/x-7z-compressed',
    'application/x-bzip2',
    'application/x-xz',
    'application/zstd',
    'application/vnd.rar',
    'application/x-rar-compressed',
  ],
};

/** A picture that browsers draw themselves; others are shown as their large thumbnail. */
export const isInlinePicture = (type: string): boolean => /^image\/(?:png|jpeg|gif|webp|avif)$/.test(type);

/** Pictures that get a thumbnail. */
export const PICTURE_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
  'image/heic',
  'image/heif',
];

/** Equal for names that people cannot tell apart by reading them aloud: case does not count. */
export const nameKey = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase();

const LONGEST_ORDER = 400;

/** Compared byte by byte: numbers by their value, letters without their marks. */
export const nameOrder = (name: string): string =>
  cutUnits(
    nameKey(name)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/\d+/g, (digits) => {
        const value = digits.replace(/^0+(?=\d)/, '');
        return `${String(value.length).padStart(3, '0')}${value}`;
      }),
    LONGEST_ORDER,
  );

/** 1,500,000: "1.4 MB". */
export function sizeWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const at = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = bytes / 2 ** (10 * at);
  return `${at === 0 || amount >= 100 ? Math.round(amount) : Number(amount.toFixed(1))} ${units[at]}`;
}
