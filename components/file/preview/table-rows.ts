import { delimiterOf } from '@/lib/table-file/delimiter';

/** The first rows of a CSV: quotes double inside quotes, and may hold separators and line ends. */
export function tableRows(text: string, most: number): string[][] {
  const { body: source, delimiter: separator } = delimiterOf(text, () => 0);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.length > 1 || cell !== '') rows.push(row);
    row = [];
    cell = '';
  };
  for (let at = 0; at < source.length && rows.length < most; at++) {
    const letter = source[at];
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (source[at + 1] === '"') cell += source[++at];
      else quoted = false;
    } else if (letter === '"' && cell === '') quoted = true;
    else if (letter === separator) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  if (rows.length < most) endRow();
  return rows;
}
