import 'server-only';
import { fileTypeFromBuffer } from 'file-type';
import { splitName } from '@/lib/file/bytes/names';

/** The type of a file follows from its content; its name only tells apart what content cannot. */

const UNKNOWN = 'application/octet-stream';

/** Texts that differ by their name alone; none of them runs as it is served. */
const TEXTS: Record<string, string> = {
  csv: 'text/csv',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  markdown: 'text/markdown',
  ics: 'text/calendar',
  htm: 'text/html',
  html: 'text/html',
  xhtml: 'application/xhtml+xml',
  xht: 'application/xhtml+xml',
  svg: 'image/svg+xml',
  xml: 'application/xml',
};

const office = (kind: string) => `application/vnd.openxmlformats-officedocument.${kind}`;
/** Kinds of archive whose head does not say which. */
const PACKED: Record<string, string> = {
  docx: office('wordprocessingml.document'),
  xlsx: office('spreadsheetml.sheet'),
  pptx: office('presentationml.presentation'),
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
};
const COMPOUND: Record<string, string> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
};

/** Of the first 4,100 bytes, or of all. */
export async function typeOf(head: Uint8Array, name: string): Promise<string> {
  const extension = splitName(name).extension.slice(1).toLowerCase();
  // A byte order mark looks like the beginning of an MP3.
  const found =
    hasWideMark(head) && textOf(head) !== null ? undefined : await fileTypeFromBuffer(head).catch(() => undefined);
  const mime = found?.mime.split(';')[0];
  if (mime === 'application/zip') return PACKED[extension] ?? mime;
  if (mime === 'application/x-cfb') return COMPOUND[extension] ?? mime;
  if (mime && mime !== 'application/xml') return mime;
  const text = textOf(head);
  if (text === null) return UNKNOWN;
  return markupOf(text) ?? TEXTS[extension] ?? 'text/plain';
}

/** Whether a file of the type that its content says may be what its name said elsewhere: only what content cannot tell apart. */
export function mayBe(found: string, claimed: string): boolean {
  if (found === 'text/plain') return Object.values(TEXTS).includes(claimed);
  if (found === 'application/zip') return Object.values(PACKED).includes(claimed);
  return found === 'application/x-cfb' && Object.values(COMPOUND).includes(claimed);
}

/** Null where it is no text. The head may end within a letter. */
function textOf(head: Uint8Array): string | null {
  const bytes = Buffer.from(head);
  const wide = hasWideMark(head) && (head[0] === 0xff ? 'utf-16le' : 'utf-16be');
  try {
    const text = new TextDecoder(wide || 'utf-8', { fatal: true }).decode(bytes, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what tells texts and others apart.
    return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? null : text;
  } catch {
    // An older encoding: no byte of it controls a terminal.
    return bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) ? null : bytes.toString('latin1');
  }
}

const hasWideMark = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** As browsers look for it (WHATWG MIME Sniffing), and wherever it stands in what browsers would read as a page. */
function markupOf(text: string): string | null {
  const start = afterProlog(text);
  if (/^<(?:\w+:)?svg[\s/>]/i.test(start)) return 'image/svg+xml';
  const isXml = /^\s*\ufeff?<\?xml\s/.test(text);
  if (/^<!?[a-z]/i.test(start) && /xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/i.test(start.slice(0, 500)))
    return 'application/xhtml+xml';
  if (isXml) return 'application/xml';
  return PAGE.test(start) ? 'text/html' : null;
}

/** Without what may stand before the first element: spaces, comments, the declaration, the doctype of an SVG. */
function afterProlog(text: string): string {
  let rest = text;
  for (let next: string | null = text; next !== null; next = withoutFirst(rest)) rest = next.trimStart();
  return rest;
}

/** Null where the text begins with nothing of the kind, or with one that does not end. */
function withoutFirst(text: string): string | null {
  if (text.startsWith('<!--')) return after(text, '-->');
  if (/^<\?xml/i.test(text)) return after(text, '?>');
  const doctype = /^<!doctype\s+svg[^>[]*/i.exec(text)?.[0];
  if (!doctype) return null;
  const rest = text.slice(doctype.length);
  const declared = rest.startsWith('[') ? after(rest, ']') : rest;
  return declared && after(declared, '>');
}

function after(text: string, end: string): string | null {
  const at = text.indexOf(end);
  return at < 0 ? null : text.slice(at + end.length);
}

/** A text that begins so is a page to browsers that guess. */
const PAGE =
  /^<(?:!doctype\s+html|html|head|body|script|iframe|style|title|meta|link|img|table|form|div|h1|br|p|a|b)[\s/>]/i;

/** Shown in a page as what they are: nothing among them can run. */
const SHOWN = new Set(
  (
    'image/png image/apng image/jpeg image/gif image/webp image/avif video/mp4 video/webm video/ogg audio/mpeg audio/mp4 ' +
    'audio/x-m4a audio/ogg audio/opus audio/wav audio/webm audio/flac audio/x-flac audio/aac'
  ).split(' '),
);
/** Text that would run if it were served as what it is. */
const RUNS = new Set([
  'text/html',
  'text/javascript',
  'text/css',
  'application/xhtml+xml',
  'application/xml',
  'image/svg+xml',
]);

/** How a type is sent: what could run or load others goes as unknown bytes to be saved, text as plain text. */
export function servedAs(type: string): { type: string; inline: boolean } {
  if (SHOWN.has(type)) return { type, inline: true };
  // Within the sandbox that every file is sent with.
  if (type === 'application/pdf') return { type, inline: true };
  if (isText(type)) return { type: 'text/plain; charset=utf-8', inline: true };
  return { type: RUNS.has(type) ? UNKNOWN : type, inline: false };
}

const isText = (type: string) =>
  [
    'text/plain',
    'text/markdown',
    'text/csv',
    'text/calendar',
    'application/json',
    'text/javascript',
    'text/css',
  ].includes(type);
