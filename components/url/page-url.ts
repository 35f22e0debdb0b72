/** Kept with the history entry until Next writes it anew, as it does when the page is read. */
const AHEAD = 'urlAhead';

/** Whether the page is being read, and what its address is to be after that. */
let reading: { from: string; wanted?: string; left?: boolean } | null = null;

/** Puts what the page alone has changed into its address. Nothing is read: `usePathname` and `useSearchParams` follow. */
export function setPageUrl(url: string | URL, way: 'replace' | 'push' = 'replace'): void {
  const ahead = { [AHEAD]: true };
  if (reading) {
    // Next does not hear of it before it has what it reads: it would take that for another page's.
    History.prototype[`${way}State`].call(window.history, { ...window.history.state, ...ahead }, '', url);
    reading.wanted = window.location.href;
  } else window.history[`${way}State`](ahead, '', url);
}

/** The address was changed by `setPageUrl`, and the page was not read since. */
export const isUrlAhead = (): boolean => Boolean(window.history.state?.[AHEAD]);

/** Next reads the page of this address; until `tellPageUrl` it is not told of another. */
export function holdPageUrl(): void {
  reading = { from: window.location.href };
}

/** Somebody went back or forth meanwhile. */
export function forgetPageUrl(): void {
  if (reading) reading = { from: window.location.href, left: true };
}

/** Next has read the page, and put its own address back: it hears of the latest. @returns whether nobody has left that page meanwhile */
export function tellPageUrl(): boolean {
  const held = reading;
  reading = null;
  const now = window.location.href;
  const stays = now === held?.from || now === held?.wanted;
  if (stays && held?.wanted) setPageUrl(held.wanted);
  return stays && !held?.left;
}
