import { csvText } from '@/lib/csv';
import type { RowProblem } from '@/lib/invitation/schema';

export type ImportResult = {
  file_name: string;
  invited: number;
  errors: readonly RowProblem[];
  skipped_rows: readonly RowProblem[];
  /** Only right after the upload; earlier uploads have just their number. */
  invited_rows?: readonly { row: number; email: string }[];
};

/** What became of each row, in the file's order. */
const resultRows = ({ file_name, invited, errors, skipped_rows, invited_rows }: ImportResult) => [
  ['row', 'column', 'value', 'outcome', 'reason'],
  ...[
    ...errors.map(({ row, column, value, message }) => [row, column, value, 'error', message] as const),
    ...skipped_rows.map(({ row, column, value, message }) => [row, column, value, 'left out', message] as const),
    ...(invited_rows ?? []).map(({ row, email }) => [row, 'email', email, 'invited', ''] as const),
  ].sort((a, b) => a[0] - b[0]),
  ...(invited_rows ? [] : [['', '', file_name, 'invited', invited]]),
];

export const downloadResult = (result: ImportResult): void =>
  downloadCsv(csvText(resultRows(result)), 'invitations-result.csv');

export function downloadCsv(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
