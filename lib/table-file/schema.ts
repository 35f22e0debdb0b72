/** Runs anywhere. */
import { z } from 'zod';
import { ENCODINGS } from '@/lib/table-file/encodings';

/** Names that `TextDecoder` does not know, without case and signs. */
const MORE_NAMES: Record<string, string> = {
  macroman: 'macintosh',
  utf16: 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  iso88591: 'windows-1252',
};

/** `latin1`, `cp1251` or `MacRoman` are names as well. */
function named(given: unknown): unknown {
  if (typeof given !== 'string' || given.length > 40) return given;
  const more = MORE_NAMES[given.toLowerCase().replace(/[^a-z0-9]/g, '')];
  if (more) return more;
  try {
    return new TextDecoder(given).encoding;
  } catch {
    return given;
  }
}

export const encoding = z
  .preprocess(named, z.enum(ENCODINGS, `An encoding is one of ${ENCODINGS.join(', ')}.`))
  .optional()
  .describe('Of the bytes; without it it is told from them, and what cannot be right is refused');

/** What the bytes were read as. */
export const decoded = {
  encoding: z.enum(ENCODINGS),
  encoding_guessed: z.boolean().describe('True: the bytes do not prove it. `sample` shows it; `encoding` says another'),
  sample: z.array(z.string()).describe('Places of the file whose letters depend on the encoding'),
};
