/** Bytes of a file to rows of a table. Runs anywhere. */
import { setImmediate as turn } from 'node:timers/promises';
import { type CsvError, parse } from 'csv-parse';
import { MOST_TASKS } from '@/lib/task-import/vocabulary';

/** Its message is shown. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** Jira writes one for each comment of the issue that has most. */
const MOST_COLUMNS = 10_000;
const MOST_OF_ROW = 4_000_000;
/** Characters that are parsed before others get a turn. */
const PIECE = 256 * 1024;

/** UTF-8, UTF-16, or what old spreadsheets of Western Europe write. */
export function decodeText(bytes: Uint8Array): string {
  const [one, two] = bytes;
  if (one === 0x50 && two === 0x4b)
    throw new UnreadableFile('This is a workbook or an archive. Save the table as CSV, and choose that.');
  if (one === 0xff && two === 0xfe) return decoded('utf-16le', bytes);
  if (one === 0xfe && two === 0xff) return decoded('utf-16be', bytes);
  const head = bytes.subarray(0, 1000);
  const zeros = (odd: number) => head.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  if (zeros(1) > head.length / 4) return decoded('utf-16le', bytes);
  if (zeros(0) > head.length / 4) return decoded('utf-16be', bytes);
  if (head.includes(0)) throw new UnreadableFile('This is not a text file.');
  try {
    return decoded('utf-8', bytes);
  } catch {
    return decoded('windows-1252', bytes);
  }
}

const decoded = (encoding: string, bytes: Uint8Array) =>
  new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes).replaceAll('\0', '\ufffd');

/** Headings and rows, which may be shorter or longer. `line`s count as a spreadsheet does: the headings are 1. */
export type Table = { headings: string[]; rows: { line: number; cells: string[] }[] };

/** Throws UnreadableFile. */
export async function readTable(text: string): Promise<Table> {
  if (/^\s*<(?:!doctype|html|table|\?xml|rss)\b/i.test(text.slice(0, 1000)))
    throw new UnreadableFile('This is a web page or XML, not a table. Export it as CSV, and choose that.');
  const { body, delimiter, skipped } = delimiterOf(text);
  const table: Table = { headings: [], rows: [] };
  let line = skipped;
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: MOST_OF_ROW,
  });
  const feeding = feed(parser, body);
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line++;
      if (!table.headings.length) {
        table.headings = cells.map((cell) => cell.trim());
        if (cells.length > MOST_COLUMNS) throw new UnreadableFile(`A table may have ${MOST_COLUMNS} columns at most.`);
      } else if (cells.some((cell) => cell.trim() !== '')) {
        if (table.rows.length === MOST_TASKS) throw new UnreadableFile(`A file may have ${MOST_TASKS} tasks at most.`);
        table.rows.push({ line, cells: cells.slice(0, table.headings.length) });
      }
    }
    await feeding;
  } catch (error) {
    parser.destroy();
    throw error instanceof UnreadableFile ? error : inWords(error as CsvError & { lines?: number });
  }
  return table;
}

async function feed(parser: NodeJS.WritableStream & { destroyed: boolean }, text: string): Promise<void> {
  for (let at = 0; at < text.length && !parser.destroyed; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
    await turn();
  }
  if (!parser.destroyed) parser.end();
}

function inWords({ code, lines }: CsvError & { lines?: number }): UnreadableFile {
  const from = lines ? ` from line ${lines} on` : '';
  const what =
    code === 'CSV_MAX_RECORD_SIZE'
      ? 'one row is too long, or a quotation mark is missing.'
      : `${code ?? ''}`.includes('QUOTE')
        ? 'a quotation mark is missing or misplaced.'
        : 'it is not a table.';
  return new UnreadableFile(`The file cannot be read${from}: ${what}`);
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The sign between the headings; spreadsheets may say it in a line of their own (`sep=;`). */
function delimiterOf(given: string): { body: string; delimiter: string; skipped: number } {
  const text = given.replace(/^\uFEFF/, '');
  const [said, sign] = /^sep=(.)\r?\n/.exec(text) ?? [];
  if (said && sign) return { body: text.slice(said.length), delimiter: sign, skipped: 1 };
  const counts = new Map<string, number>();
  let quoted = false;
  for (const letter of text.slice(0, PIECE)) {
    if (letter === '"') quoted = !quoted;
    else if (!quoted && (letter === '\n' || letter === '\r')) break;
    else if (!quoted) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const [delimiter] = [...DELIMITERS].sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  return { body: text, delimiter: delimiter as string, skipped: 0 };
}

/** Separated by commas, semicolons or lines; a name that has them itself stands in quotes, as our own exports write it. */
export const list = (text: string): string[] =>
  [...text.matchAll(/[;,\n]*[ \t]*(?:"((?:[^"]|"")+)"[ \t]*(?=[;,\n]|$)|([^;,\n]+))/gy)]
    .map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
    .filter(Boolean);
