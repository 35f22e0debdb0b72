/** Whether boards show all that is completed. The browser keeps it as a cookie, so that the server's first page obeys. */
export const COMPLETED_COOKIE = 'board-completed';
const YEAR_SECONDS = 31_536_000;

/** Reads the cookie's value. */
export const showsAllCompleted = (value: string | undefined): boolean => value === 'all';

export function keepShowsCompleted(all: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${COMPLETED_COOKIE}=${all ? 'all' : 'recent'}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}
