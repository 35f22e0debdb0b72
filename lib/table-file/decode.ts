/** The bytes of a file that people made to text: which encoding it is, proved or guessed. Runs anywhere. */
import { ENCODING_LABEL, type Encoding } from '@/lib/table-file/encodings';
import { CANDIDATES, likelihood } from '@/lib/table-file/languages';

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
  if (bytes.subarray(0, 1000).includes(0)) throw new UnreadableFile('This is not a text file.');
  const utf8 = decodedAs(bytes, 'utf-8');
  if (utf8 !== null && (!chosen || chosen === 'utf-8' || !BEYOND.test(utf8)))
    return answer(utf8, chosen ?? 'utf-8', false);
  const { good, bad, at } = sequences(bytes);
  if (chosen === 'utf-8') throw wrong(bytes, 'utf-8', at);
  // Letters of UTF-8 read as single bytes give two or three signs each, which nobody wrote.
  if (good >= bad && good > 0 && !(chosen && OF_TWO_BYTES.has(chosen)))
    throw utf8 === null
      ? wrong(bytes, 'utf-8', at)
      : new UnreadableFile(`The file is UTF-8. As ${name(chosen as Encoding)} its letters would be wrong.`);
  if (chosen) {
    const text = decodedAs(bytes, chosen);
    if (text === null) throw wrong(bytes, chosen, null);
    return answer(text, chosen, false);
  }
  return guessed(bytes, at);
}

const name = (encoding: Encoding) => ENCODING_LABEL[encoding].replace(/ \(.+\)$/, '');

function proved(bytes: Bytes, encoding: Encoding): Decoded {
  const text = decodedAs(bytes, encoding);
  if (text === null) throw wrong(bytes, encoding, encoding === 'utf-8' ? sequences(bytes).at : null);
  return answer(text, encoding, false);
}

const answer = (text: string, encoding: Encoding, guessed: boolean): Decoded => ({
  // What cannot be stored is seen to be missing.
  text: text.replaceAll('\0', '\ufffd'),
  encoding,
  guessed,
  sample: sampleOf(text),
});

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
  const line = before.split(/\r\n|\n|\r/).length;
  const shown = `${/[^\r\n]{0,20}$/.exec(before)?.[0] ?? ''}${/^[^\r\n]{0,20}/.exec(rest)?.[0] ?? ''}`
    .replaceAll(/\p{Cc}/gu, '\ufffd')
    .replaceAll('\ufeff', '')
    .toWellFormed();
  return new UnreadableFile(
    `Line ${line} cannot be read as ${name(encoding)}: “${shown}”. Save the file as UTF-8, or say which encoding it has.`,
  );
}

/** UTF-16 without its mark: zeros stand beside separators, always on one side. */
function wideOf(bytes: Bytes): Encoding | null {
  const head = bytes.subarray(0, 2000);
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const enough = Math.max(2, head.length / 80);
  if (odd >= enough && even * 20 < odd) return 'utf-16le';
  return even >= enough && odd * 20 < even ? 'utf-16be' : null;
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

const ENOUGH = 32_768;

/** Lines that have more than ASCII, as far as they are enough to judge. */
function tellingLines(bytes: Bytes): Bytes {
  const lines: number[] = [];
  for (let from = 0; from < bytes.length && lines.length < ENOUGH; ) {
    const found = bytes.indexOf(0x0a, from);
    const end = found < 0 ? bytes.length : found + 1;
    const line = bytes.subarray(from, Math.min(end, from + ENOUGH));
    if (line.some((byte) => byte > 0x7f)) for (const byte of line) lines.push(byte);
    from = end;
  }
  return Uint8Array.from(lines);
}

function guessed(bytes: Bytes, at: number): Decoded {
  const some = tellingLines(bytes);
  const ranked = CANDIDATES.flatMap(({ encoding, trust, languages }) => {
    const score = likelihood(decoded(some, encoding), languages);
    return score === null || score <= 0 ? [] : [{ encoding, score: score * trust }];
  }).sort((one, other) => other.score - one.score);
  for (const { encoding } of ranked) {
    const text = decodedAs(bytes, encoding);
    if (text !== null) return answer(text, encoding, true);
  }
  throw wrong(bytes, 'utf-8', at);
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
