import { csvText } from '@/lib/csv';
import type { RowProblem } from '@/lib/invitation/schema';

/** What became of an upload. */
export type ImportResult = {
  file_name: string;
  invited: number;
  errors: readonly RowProblem[];
  skipped_rows: readonly RowProblem[];
};

/** The result as a table: each row that did not go with its reason, and how many went. */
export const resultRows = ({ file_name, invited, errors, skipped_rows }: ImportResult) => [
  ['row', 'column', 'value', 'outcome', 'reason'],
  ...errors.map(({ row, column, value, message }) => [row, column, value, 'error', message]),
  ...skipped_rows.map(({ row, column, value, message }) => [row, column, value, 'left out', message]),
  ['', '', file_name, 'invited', invited],
];

/** Saves the result as a file that a spreadsheet opens safely. */
export function downloadResult(result: ImportResult): void {
  const address = URL.createObjectURL(new Blob([csvText(resultRows(result))], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: 'invitations-result.csv' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
