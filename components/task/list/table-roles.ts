/**
 * What the parts of a table are. Said to browsers that forget it of parts which a style lays out otherwise, as
 * `app/styles/tasks.css` does. Rows have them once they are drawn in the browser: fifty times they are much of a page.
 */
export const TABLE = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;
