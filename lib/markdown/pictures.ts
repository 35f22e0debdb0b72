/** Pictures that stand in a text: `![words](file:id)`, with the id of a file here. */
import { cut } from '@/lib/text';

/** Bounded, so that a hostile text takes no longer. `new-1`: one that is still being uploaded. */
const PICTURE = /!\[([^[\]\\\n]{0,800})\]\(file:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|new-\d{1,6})\)/y;
const UNSENT = /!\[[^[\]\\\n]{0,800}\]\(file:new-\d{1,6}\)/g;
const STORED = /!\[[^[\]\\\n]{0,800}\]\(file:([0-9a-f-]{36})\)/g;

/** The picture that begins there. */
export function pictureAt(text: string, at: number): { file: string; words: string; length: number } | null {
  PICTURE.lastIndex = at;
  const [whole, words = '', file] = PICTURE.exec(text) ?? [];
  return whole && file ? { file, words, length: whole.length } : null;
}

export const isStored = (file: string): boolean => !file.startsWith('new-');

/** Where the bytes of a file are. */
export const pictureUrl = (file: string): string => `/api/fileContent/${file}`;

/** `words`: what is read instead of it. */
export const pictureMarkdown = (file: string, words: string): string =>
  `![${cut(words.replace(/[[\]\\\n]/g, ' '), 100)}](file:${file})`;

/** The text with the file of a picture named that was being uploaded, or without the picture. */
export function withPicture(text: string, id: string, stored: string | null): string {
  const target = `](file:${id})`;
  const end = text.indexOf(target);
  const begin = text.lastIndexOf('![', end);
  if (end < 0 || begin < 0) return text;
  const [before, after] = [text.slice(0, end), text.slice(end + target.length)];
  return stored ? `${before}](file:${stored})${after}` : text.slice(0, begin).trimEnd() + after;
}

/** What is kept of a text as a draft: pictures on their way are gone with the page. */
export const withoutUnsent = (text: string): string => text.replace(UNSENT, '');

/** The files of pictures that stand in the text. */
export const picturesIn = (text: string): string[] => Array.from(text.matchAll(STORED), ([, file]) => file as string);

/** The text as it is said where no pictures are shown. */
export const withoutPictures = (text: string): string => withoutUnsent(text).replace(STORED, '').trim();
