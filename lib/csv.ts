/** Tables that spreadsheets open safely (RFC 4180, UTF-8 with a byte order mark). Runs anywhere. */

// What a spreadsheet would take for a formula, also behind spaces and quotes and in its full-width form.
// biome-ignore lint/suspicious/noControlCharactersInRegex: a leading control character is one way to smuggle a formula.
const FORMULA = /^[\s"'\u0000]*[=+\-@\t\r\u0000＝＋－＠]/;

/** What a spreadsheet would take for a formula gets an apostrophe, also where one stands there already: `textOf` takes one off. */
export const spreadsheetText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** What `spreadsheetText` was given. */
export const textOf = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Formulas get an apostrophe; quotes, separators and line breaks are quoted. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'number' ? text : spreadsheetText(text);
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvText = (rows: readonly (readonly (string | number | boolean | null | undefined)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
