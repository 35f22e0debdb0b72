/** Bullets, numbers and boxes before a line, as lists have them in plain text, Word and other programs. */
const MARK =
  /^(?:[-–—*+•●○◦▪■□‣·➢\uF0B7\uF0A7]\s+|[o§]\t|\(?\d{1,3}(?:\.\d{1,3}){0,4}[.)]\s+|(?:[a-zA-Z]|[ivxIVX]{2,4})[.)]\t|[a-zA-Z]\)\s+)?(?:\[[ xX]?\]\s+|[☐☑☒✓✔]\s*)?/;

/** More text than anybody pastes on purpose. */
const MOST = 500_000;

const withoutMark = (line: string): string => line.trim().replace(MARK, '').trim();

/** The lines of a list, without its marks, or the first cells of a table's rows; empty ones are left out. */
export function linesOf(text: string): string[] {
  return rowsOf(text.slice(0, MOST).replace(/\r\n?/g, '\n')).flatMap((row) => {
    const cells = withoutMark(row.join('\t')).split('\t');
    return cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).find(Boolean) ?? [];
  });
}

/** The same of what is being pasted. Tables of some programs are there as HTML alone. */
export function pastedLines({ getData }: { getData: (type: string) => string }): string[] {
  const text = getData('text/plain');
  if (text) return linesOf(text);
  const page = new DOMParser().parseFromString(getData('text/html'), 'text/html');
  const rows = [...page.querySelectorAll('tr, li')].map((row) =>
    [...(row.matches('tr') ? row.children : [row])].map(({ textContent }) => textContent ?? ''),
  );
  return rows.flatMap((row) => linesOf(row.map((cell) => cell.replace(/\s+/g, ' ').trim()).join('\t')));
}

/** Rows of cells, between which spreadsheets put tabs; a cell of several lines is in quotes. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const [cell, end] = cellAt(text, at);
    row.push(cell);
    at = end + 1;
    if (text[end] === '\t') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** A cell, and where it ends. Quotes that a person wrote are no more than that. */
function cellAt(text: string, from: number): [cell: string, end: number] {
  let end = from;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n') end++;
  const plain: [string, number] = [text.slice(from, end), end];
  // Only what would be torn apart otherwise is in quotes for the spreadsheet's sake.
  if (text[from] !== '"' || text[end - 1] === '"') return isQuoted(plain[0]) ? [unquoted(plain[0]), end] : plain;
  const close = closingQuote(text, from + 1);
  return close === null ? plain : [unquoted(text.slice(from, close + 1)), close + 1];
}

const isQuoted = (cell: string) => cell.length > 2 && cell.startsWith('"') && cell.endsWith('"') && cell.includes('""');
const unquoted = (cell: string) => cell.slice(1, -1).replaceAll('""', '"');

function closingQuote(text: string, from: number): number | null {
  for (let at = from; at < text.length; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at++;
    else return at + 1 === text.length || text[at + 1] === '\t' || text[at + 1] === '\n' ? at : null;
  }
  return null;
}
