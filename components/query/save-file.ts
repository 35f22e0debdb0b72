/** Hands a file, or the text of a table, to the browser's downloads. */
export function saveFile(body: Blob | string, download: string): void {
  const file = typeof body === 'string' ? new Blob([body], { type: 'text/csv;charset=utf-8' }) : body;
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
