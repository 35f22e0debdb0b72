/** What separates the cells of a table. Runs anywhere. */

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Characters in which the headings end. */
const MOST = 256 * 1024;

/** The cells of the first line; what stands in quotes separates nothing. */
function headingsBy(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length && at < MOST; at++) {
    const sign = text[at] as string;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[at++];
      else quoted = false;
    } else if (sign === '"' && !cell.trim()) quoted = true;
    else if (sign === '\n' || sign === '\r') break;
    else if (sign === delimiter) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

/**
 * The one with which the first line names most columns that are `known`, then most columns; spreadsheets may say it in a
 * line of their own (`sep=;`). `skipped`: lines before `body`.
 */
export function delimiterOf(
  given: string,
  known: (headings: readonly string[]) => number,
): { body: string; delimiter: string; skipped: number } {
  const text = given.replace(/^\uFEFF/, '');
  const [said, sign] = /^"?sep=(.)"?(?:\r\n?|\n)/.exec(text) ?? [];
  if (said && sign) return { body: text.slice(said.length), delimiter: sign, skipped: 1 };
  let best = { delimiter: DELIMITERS[0] as string, named: 0, columns: 0 };
  for (const delimiter of DELIMITERS) {
    const headings = headingsBy(text, delimiter);
    const [named, columns] = [known(headings), headings.length];
    if (named > best.named || (named === best.named && columns > best.columns)) best = { delimiter, named, columns };
  }
  return { body: text, delimiter: best.delimiter, skipped: 0 };
}
