/**
 * What the parts of a table are. Said to browsers that forget it of parts which a style lays out otherwise, as
 * `app/styles/tasks.css` does.
 */
export const TABLE = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;
