/** Kept with the history entry until the page of its address is read: Next writes the entry anew then. */
const AHEAD = 'urlAhead';

/** Puts what the page alone has changed into its address. Nothing is read: `usePathname` and `useSearchParams` follow. */
export function setPageUrl(url: string | URL, way: 'replace' | 'push' = 'replace'): void {
  window.history[`${way}State`]({ [AHEAD]: true }, '', url);
}

/** The address was changed by `setPageUrl`, and the page was not read since. */
export const isUrlAhead = (): boolean => Boolean(window.history.state?.[AHEAD]);
