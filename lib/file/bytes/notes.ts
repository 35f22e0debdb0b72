/** What is said of a file's or folder's name, and of a content that does not fit it. Runs anywhere. */
import { splitName } from '@/lib/file/bytes/names';

/** A name as it was made safe (`chosen`), and as it is stored, as sentences. */
export const nameNotes = (chosen: { name: string; changed: readonly string[] }, stored: string): string[] => [
  ...chosen.changed,
  ...(stored === chosen.name ? [] : ['The name was taken, so it got a number.']),
];

// Not SVG, which is a text that could run.
const PICTURES = 'png apng jpeg gif webp avif tiff hei bmp'.split(' ').map((kind) => `image/${kind}`);
const PACKED = ['application/vnd.', 'application/x-cfb'];

/** Extensions, and how the types begin that they stand for; only those whose content is told for certain. */
const STAND_FOR: readonly (readonly [extensions: string, types: readonly string[]])[] = [
  ['png apng jpg jpeg gif webp avif tif tiff heic heif bmp', PICTURES],
  ['mp4 m4v mov webm mkv mp3 m4a wav flac', ['video/', 'audio/']],
  ['svg', ['image/svg']],
  ['pdf', ['application/pdf']],
  ['docx xlsx pptx odt ods odp', PACKED],
  ['doc xls ppt', [...PACKED, 'application/msword', 'application/rtf']],
  ['zip', [...PACKED, 'application/zip', 'application/epub+zip', 'application/java-archive']],
  ['txt md csv json log', ['text/', 'application/json', 'application/xml', 'application/rtf']],
];
const TYPES = new Map(
  STAND_FOR.flatMap(([extensions, types]) => extensions.split(' ').map((extension) => [extension, types] as const)),
);

/** Empty where the content fits the name, or the name says nothing of it. */
export function contentNotes(name: string, type: string): string[] {
  const extension = splitName(name).extension.slice(1).toLowerCase();
  const types = TYPES.get(extension);
  if (!types || types.some((start) => type.startsWith(start))) return [];
  const found = type === 'application/octet-stream' ? 'of an unknown kind' : type;
  return [`Its name ends in .${extension}, but its content is ${found}.`];
}
