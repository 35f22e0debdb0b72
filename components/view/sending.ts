let sending = 0;

/** A view of one's own is on its way: the page goes to its address when that is known. */
export const isSendingView = (): boolean => sending > 0;

/**
 * What the page hears of the view meanwhile does not redraw it: a redraw of an address that was changed without the
 * server (a timeline's zoom) ends after the way to the new one has begun, and takes the page back.
 */
export async function whileSendingView<T>(work: () => Promise<T>): Promise<T> {
  sending += 1;
  try {
    return await work();
  } finally {
    sending -= 1;
  }
}
