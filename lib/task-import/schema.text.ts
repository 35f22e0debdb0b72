/** The text of a file to rows of a table. Runs anywhere. */
import { setImmediate as turn } from 'node:timers/promises';
import { type CsvError, parse } from 'csv-parse';
import { storable } from '@/lib/clean-text';
import { textOf } from '@/lib/csv';
import { UnreadableFile } from '@/lib/table-file/decode';
import { delimiterOf } from '@/lib/table-file/delimiter';
import { isExport } from '@/lib/task-export/vocabulary';
import { MOST_TASKS } from '@/lib/task-import/vocabulary';

/** Jira writes one for each comment of the issue that has most. */
const MOST_COLUMNS = 10_000;
const MOST_OF_ROW = 4_000_000;
/** Characters that are parsed before others get a turn. */
const PIECE = 256 * 1024;

/** `own`: our export, of which the mark before formulas is taken off. Headings and rows, which may be shorter or longer. `line`s count as a spreadsheet does: the headings are 1. */
export type Table = { headings: string[]; own: boolean; rows: { line: number; cells: string[] }[] };

/** `known`: how many headings are columns of such a file. Throws UnreadableFile. */
export async function readTable(text: string, known: (headings: readonly string[]) => number): Promise<Table> {
  if (/^\s*<(?:!doctype|html|table|\?xml|rss)\b/i.test(text.slice(0, 1000)))
    throw new UnreadableFile('This is a web page or XML, not a table. Export it as CSV, and choose that.');
  const { body, delimiter, skipped } = delimiterOf(text, known);
  const table: Table = { headings: [], own: false, rows: [] };
  let line = skipped;
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A mark within a cell that does not begin with one is a letter of it, as spreadsheets read it.
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: MOST_OF_ROW,
  });
  const feeding = feed(parser, body);
  try {
    for await (const read of parser as AsyncIterable<string[]>) {
      const cells = read.map(storable);
      line++;
      if (!table.headings.length) {
        table.headings = cells.map((cell) => cell.trim());
        table.own = isExport(table.headings, text.startsWith('\uFEFF'));
        if (cells.length > MOST_COLUMNS) throw new UnreadableFile(`A table may have ${MOST_COLUMNS} columns at most.`);
      } else if (cells.some((cell) => cell.trim() !== '')) {
        if (table.rows.length === MOST_TASKS) throw new UnreadableFile(`A file may have ${MOST_TASKS} tasks at most.`);
        const kept = cells.slice(0, table.headings.length);
        table.rows.push({ line, cells: table.own ? kept.map(textOf) : kept });
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

/** Separated by commas, semicolons or lines; a name that has them itself stands in quotes, as our own exports write it. */
export const list = (text: string): string[] =>
  [...text.matchAll(/[;,\n]*[ \t]*(?:"((?:[^"]|"")+)"[ \t]*(?=[;,\n]|$)|([^;,\n]+))/gy)]
    .map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
    .filter(Boolean);
