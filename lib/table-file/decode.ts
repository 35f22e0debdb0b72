/** The bytes of a file that people made to text: which encoding it is, proved or guessed. Runs anywhere. */
import { ENCODING_LABEL, type Encoding } from '@/lib/table-file/encodings';
import { CANDIDATES, unlikelihood } from '@/lib/table-file/languages';
import { cut } from '@/lib/text';

/** Its message is shown. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

export type Decoded = {
  /** With its byte order mark. */
  text: string;
  encoding: Encoding;
  /** What the bytes do not prove: somebody should look at the sample. */
  guessed: boolean;
  /** Places with letters that tell. */
  sample: string[];
  /** Why nobody can tell, as other encodings read it as well; otherwise null. */
  unsure: string | null;
  /** The first line with a NUL, and how many the file has: none is in the text. */
  zeros: { line: number; count: number } | null;
};

type Bytes = Uint8Array;

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const WIDE: ReadonlySet<Encoding> = new Set(['utf-16le', 'utf-16be']);
/** In which two bytes of another encoding may look like a letter of UTF-8 by chance. */
const OF_TWO_BYTES: ReadonlySet<Encoding> = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);

/** `chosen`: what somebody said it is. Throws UnreadableFile with the line where it cannot be so, or where nothing fits. */
export function decodeFile(bytes: Bytes, chosen?: Encoding): Decoded {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new UnreadableFile('This is a workbook or an archive. Save the table as CSV, and choose that.');
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  if (marked) {
    if (chosen && chosen !== marked)
      throw new UnreadableFile(`The file begins with the mark of ${name(marked)}, so it is not ${name(chosen)}.`);
    return proved(bytes, marked);
  }
  const wide = wideOf(bytes);
  if (chosen && WIDE.has(chosen) && wide !== chosen) throw new UnreadableFile(`This file is not ${name(chosen)}.`);
  if (wide && (!chosen || chosen === wide)) return { ...proved(bytes, wide), guessed: !chosen };
  if (isBinary(bytes)) throw new UnreadableFile('This is not a text file.');
  const utf8 = decodedAs(bytes, 'utf-8');
  if (utf8 !== null && (!chosen || chosen === 'utf-8' || !BEYOND.test(utf8)))
    return answer(utf8, chosen ?? 'utf-8', false);
  const found = sequences(bytes);
  const { good, bad, at } = found;
  if (chosen === 'utf-8') throw wrong(bytes, 'utf-8', at);
  // Letters of UTF-8 read as single bytes give two or three signs each, which nobody wrote; one may be there by chance.
  if (good >= bad && good > (chosen ? 0 : 1) && !(chosen && OF_TWO_BYTES.has(chosen)))
    throw utf8 === null
      ? wrong(bytes, 'utf-8', at)
      : new UnreadableFile(`The file is UTF-8. As ${name(chosen as Encoding)} its letters would be wrong.`);
  if (chosen) {
    const text = decodedAs(bytes, chosen);
    if (text === null) throw wrong(bytes, chosen, null);
    return answer(text, chosen, false);
  }
  return guessed(bytes, found);
}

const name = (encoding: Encoding) => ENCODING_LABEL[encoding].replace(/ \(.+\)$/, '');

function proved(bytes: Bytes, encoding: Encoding): Decoded {
  const text = decodedAs(bytes, encoding);
  if (text === null) throw wrong(bytes, encoding, encoding === 'utf-8' ? sequences(bytes).at : null);
  return answer(text, encoding, false);
}

function answer(text: string, encoding: Encoding, guessed: boolean, unsure: string | null = null): Decoded {
  const first = text.indexOf('\0');
  const whole = first < 0 ? text : text.replaceAll('\0', '');
  const zeros = first < 0 ? null : { line: lineAt(text, first), count: text.length - whole.length };
  return { text: whole, encoding, guessed, sample: sampleOf(whole), unsure, zeros };
}

/** Counted from 1. */
export const lineAt = (text: string, at: number) => text.slice(0, at).split(/\r\n|\n|\r/).length;

/** Null where some bytes are no text in it. */
function decodedAs(bytes: Bytes, encoding: Encoding): string | null {
  try {
    const text = decoded(bytes, encoding, true);
    return encoding.startsWith('utf') || !NO_TEXT.test(text) ? text : null;
  } catch {
    return null;
  }
}

const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decoded(bytes: Bytes, encoding: Encoding, fatal = false): string {
  const text = new TextDecoder(encoding, { fatal, ignoreBOM: true }).decode(bytes);
  // Node reads it as ISO-8859-1 (nodejs/node#56542).
  return encoding === 'windows-1252'
    ? text.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] as string)
    : text;
}

/** Places without a letter are read as control characters. */
const NO_TEXT = /[\u0080-\u009f\ufffd]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is left out.
const BEYOND = /[^\u0000-\u007f]/;

/** @param at the first wrong byte, where it is known */
function wrong(bytes: Bytes, encoding: Encoding, at: number | null): UnreadableFile {
  let before: string;
  let rest: string;
  if (at === null) {
    const text = decoded(bytes, encoding);
    const place = text.search(NO_TEXT);
    before = place < 0 ? text : text.slice(0, place);
    rest = place < 0 ? '' : text.slice(place);
  } else {
    before = decoded(bytes.subarray(0, at), encoding);
    rest = decoded(bytes.subarray(at, at + 60), encoding);
  }
  const line = lineAt(before, before.length);
  const shown = `${/[^\r\n]{0,20}$/.exec(before)?.[0] ?? ''}${/^[^\r\n]{0,20}/.exec(rest)?.[0] ?? ''}`
    .replaceAll(/\p{Cc}/gu, '\ufffd')
    .replaceAll('\ufeff', '')
    .toWellFormed();
  return new UnreadableFile(
    `Line ${line} cannot be read as ${name(encoding)}: “${shown}”. Save the file as UTF-8, or say which encoding it has.`,
  );
}

/** Of `zeros`, in words. */
export const zerosTaken = (count: number): string =>
  count === 1
    ? 'A NUL, which no text has, was taken out.'
    : `${count} NULs, which no text has, were taken out from here on.`;

const HEAD = 2000;

/** More zeros than a program that made a text leaves in it. */
function isBinary(bytes: Bytes): boolean {
  const head = bytes.subarray(0, HEAD);
  const zeros = head.filter((byte) => byte === 0).length;
  return zeros > 2 && zeros * 20 > head.length;
}

/** UTF-16 without its mark: zeros stand beside separators, always on one side, and ends of lines have one. */
function wideOf(bytes: Bytes): Encoding | null {
  const head = bytes.subarray(0, HEAD);
  const zeros = [0, 0];
  const ends = [0, 0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1;
    if (byte !== 0x0a && byte !== 0x0d) return;
    const side = at % 2 === 0 && head[at + 1] === 0 ? 1 : at % 2 === 1 && head[at - 1] === 0 ? 0 : 2;
    ends[side] = (ends[side] as number) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const enough = Math.max(2, head.length / 80);
  const [bigEnds = 0, littleEnds = 0, narrowEnds = 0] = ends;
  if (odd >= enough && even * 20 < odd && littleEnds >= narrowEnds) return 'utf-16le';
  return even >= enough && odd * 20 < even && bigEnds >= narrowEnds ? 'utf-16be' : null;
}

/** What may follow some first bytes (Unicode, table 3-7): neither a longer form than is needed nor half a pair. */
const SECOND: Readonly<Record<number, readonly [number, number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
};

/** Letters of UTF-8 of several bytes, and bytes that belong to none; `at`: the first of those. */
function sequences(bytes: Bytes): { good: number; bad: number; at: number } {
  let [good, bad, first] = [0, 0, -1];
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    const more = byte < 0x80 ? 0 : byte < 0xc2 ? -1 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : byte < 0xf5 ? 3 : -1;
    const [least, most] = SECOND[byte] ?? [0x80, 0xbf];
    const next = bytes[at + 1] ?? 0;
    let has = more > 0 && next >= least && next <= most ? 1 : 0;
    while (has > 0 && has < more && ((bytes[at + 1 + has] ?? 0) & 0xc0) === 0x80) has++;
    if (more > 0 && has === more) good++;
    else if (more !== 0) {
      bad++;
      if (first < 0) first = at;
    }
    at += 1 + has;
  }
  return { good, bad, at: first };
}

/** Bytes that are enough to judge. */
const ENOUGH = 3000;
/** Of a file that says the same again and again, no more are looked at. */
const LOOKED_AT = 100_000;

/** Words that have more than ASCII, each once in a line: no letter of several bytes has one that is below `0`. */
function tellingWords(bytes: Bytes): Bytes {
  const words = new Set<string>();
  let looked = 0;
  for (let [from, left] = [0, ENOUGH]; from < bytes.length && left > 0 && looked < LOOKED_AT; ) {
    let [end, tells] = [from, false];
    for (; end < bytes.length && (bytes[end] as number) >= 0x30 && bytes[end] !== 0x3b; end++)
      tells ||= (bytes[end] as number) > 0x7f;
    if (tells) looked += end - from;
    const word = tells ? [...bytes.subarray(from, Math.min(end, from + left))].join() : '';
    if (tells && !words.has(word)) {
      words.add(word);
      left -= end - from;
    }
    from = end + 1;
  }
  return Uint8Array.from([...words].flatMap((word, at) => [...(at ? [0x0a] : []), ...word.split(',').map(Number)]));
}

/** In bits: so much likelier than another one is what need not be asked. */
const CLEAR = 7;
/** Encodings that are named in the question. */
const NAMED = 4;

/** In bits: a letter of UTF-8 that is damaged, one that is whole, and the last one where the file was cut. */
const [DAMAGED, WHOLE, CUT] = [20, 10, 16];
/** For each letter that tells: more than anything that people write. */
const NOBODY_WRITES = 20;

function guessed(bytes: Bytes, { good, bad, at }: ReturnType<typeof sequences>): Decoded {
  const some = tellingWords(bytes);
  const ranked = CANDIDATES.flatMap(({ encoding, rare, languages }) => {
    // The last word may be cut in a letter.
    const words = decoded(some, encoding).replace(/\ufffd$/, '');
    const bits = unlikelihood(words, languages);
    return bits === null ? [] : [{ encoding, words, bits: bits + rare, rare }];
  }).sort((one, other) => one.bits - other.bits);
  // How unlikely it is UTF-8 that something happened to.
  const cutAtEnd = bad === 1 && at >= bytes.length - 3 && bytes.subarray(at + 1).every((byte) => byte > 0x7f);
  const broken = good > 0 ? DAMAGED * bad + WHOLE * good : cutAtEnd ? CUT : Number.POSITIVE_INFINITY;
  let best: Decoded | null = null;
  let clear = Number.POSITIVE_INFINITY;
  const readings = new Map<string, Encoding>();
  for (const { encoding, words, bits, rare } of ranked) {
    if (bits > clear) break;
    if (readings.has(words)) continue;
    const text = decodedAs(bytes, encoding);
    if (text === null) continue;
    const letters = words.replace(/[\0-\x7f]/g, '').length;
    if (!best && bits > broken) break;
    if (!best && bits - rare > NOBODY_WRITES * letters) continue;
    if (!best) clear = bits + CLEAR;
    // Of several that read the same the usual one is named.
    const same = ranked.filter((one) => one.words === words).map((one) => one.encoding);
    const named = CANDIDATES.find((one) => same.includes(one.encoding))?.encoding ?? encoding;
    best ??= answer(text, named, true);
    readings.set(words, named);
  }
  if (!best) throw wrong(bytes, 'utf-8', at);
  return { ...best, unsure: readings.size > 1 ? whichOf([...readings].slice(0, NAMED)) : null };
}

/** With the first word that they read differently. */
function whichOf(readings: readonly (readonly [string, Encoding])[]): string {
  const words = readings.map(([text]) => text.split('\n'));
  const at = words[0]?.findIndex((word, nth) => words.some((other) => other[nth] !== word)) ?? 0;
  const said = readings.map(([, encoding], nth) => `“${cut(words[nth]?.[at] ?? '', 30, '…')}” as ${encoding}`);
  return `Nobody can tell which encoding this file has: it says ${said.join(', or ')}. Say which.`;
}

const SAMPLES = 3;
const [BEFORE, AFTER] = [30, 60];

function sampleOf(text: string): string[] {
  const found: string[] = [];
  const beyond = new RegExp(BEYOND, 'g');
  for (let from = 0; found.length < SAMPLES; ) {
    beyond.lastIndex = from;
    const at = beyond.exec(text)?.index;
    if (at === undefined) break;
    const start = Math.max(from, at - BEFORE, text.lastIndexOf('\n', at) + 1);
    const end = text.indexOf('\n', at);
    const line = text.slice(start, Math.min(end < 0 ? text.length : end, at + AFTER));
    const shown = line
      .toWellFormed()
      .replace(/[\p{Cc}\ufeff]+/gu, ' ')
      .trim();
    if (/\p{L}|\p{N}/u.test(shown)) found.push(shown);
    from = end < 0 ? text.length : end + 1;
  }
  return found;
}
