/** The key of the project whose board was looked at last; a cookie, so that the server's first page obeys. */
export const BOARD_COOKIE = 'last-board';
const YEAR_SECONDS = 31_536_000;

export function keepLastBoard(projectKey: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${BOARD_COOKIE}=${projectKey}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}
