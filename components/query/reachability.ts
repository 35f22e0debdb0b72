/** What calls find out about the server, told to whoever keeps the connection's state. No library: every page has it. */

const listeners = new Set<() => void>();

/** A call found nobody, whatever the browser believes about its network. */
export function reportUnreachable(): void {
  for (const listener of [...listeners]) listener();
}

/** Calls `listener` when a call found nobody. @returns a function that ends it. */
export function onUnreachable(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
