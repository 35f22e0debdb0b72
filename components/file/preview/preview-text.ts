import { decodeFile, UnreadableFile } from '@/lib/table-file/decode';
import type { Encoding } from '@/lib/table-file/encodings';

/** `isSure`: the bytes prove it, or somebody chose it. `problem`: why it cannot be read so; it is shown as well as it can be. */
export type ReadText = { text: string; encoding: Encoding; isSure: boolean; problem?: string };

/** The text of a file, of which only the beginning may be there, as an import reads it. */
export function previewText(bytes: Uint8Array, isCut: boolean, chosen?: Encoding): ReadText {
  try {
    const { text, encoding, guessed } = decodeFile(isCut ? wholeLetters(bytes) : bytes, chosen);
    return { text: text.replace(/^\ufeff/, ''), encoding, isSure: !guessed };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const encoding = chosen ?? 'utf-8';
    return { text: new TextDecoder(encoding).decode(bytes), encoding, isSure: false, problem: error.message };
  }
}

const LINE_END = 0x0a;

/** Without a letter at the end of which only some bytes are there: whole lines, where there are lines. */
function wholeLetters(bytes: Uint8Array): Uint8Array {
  // Letters of UTF-16 have two bytes.
  if (bytes.subarray(0, 1_000).includes(0) || (bytes[0] ?? 0) >= 0xfe) return bytes.subarray(0, bytes.length & ~1);
  const end = bytes.lastIndexOf(LINE_END);
  if (end > 0) return bytes.subarray(0, end + 1);
  let last = bytes.length;
  while (last > bytes.length - 4 && ((bytes[last - 1] ?? 0) & 0xc0) === 0x80) last--;
  return bytes.subarray(0, (bytes[last - 1] ?? 0) >= 0xc0 ? last - 1 : last);
}
