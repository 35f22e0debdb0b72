import { csvText } from '@/lib/csv';
import type { RowProblem } from '@/lib/invitation/schema';

/** What became of an upload. */
export type ImportResult = {
  file_name: string;
  invited: number;
  errors: readonly RowProblem[];
  skipped_rows: readonly RowProblem[];
  /** Known right after the upload; an upload of the past tells their number. */
  invited_rows?: readonly { row: number; email: string }[];
};

/** The result as a table: what became of each row, in the order of the file. */
const resultRows = ({ file_name, invited, errors, skipped_rows, invited_rows }: ImportResult) => [
  ['row', 'column', 'value', 'outcome', 'reason'],
  ...[
    ...errors.map(({ row, column, value, message }) => [row, column, value, 'error', message] as const),
    ...skipped_rows.map(({ row, column, value, message }) => [row, column, value, 'left out', message] as const),
    ...(invited_rows ?? []).map(({ row, email }) => [row, 'email', email, 'invited', ''] as const),
  ].sort((a, b) => a[0] - b[0]),
  ...(invited_rows ? [] : [['', '', file_name, 'invited', invited]]),
];

/** Saves the result as a file that a spreadsheet opens safely. */
export const downloadResult = (result: ImportResult): void =>
  downloadCsv(csvText(resultRows(result)), 'invitations-result.csv');

/** Saves text as a file. */
export function downloadCsv(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
