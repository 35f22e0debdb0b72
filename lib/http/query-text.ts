/** Whether a query is UTF-8: a URL's own reading puts a sign in place of each byte that is none. Runs anywhere. */
export const isReadableQuery = (query: string): boolean => (query.match(/(?:%[\da-f]{2})+/gi) ?? []).every(isReadable);

function isReadable(escapes: string): boolean {
  try {
    decodeURIComponent(escapes);
    return true;
  } catch {
    return false;
  }
}
