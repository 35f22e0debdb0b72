/** Whether calls reach the server. No library: every page loads this. */

const listeners = new Set<() => void>();

/** A call got no answer, whatever the browser says about its network. */
export function reportUnreachable(): void {
  for (const listener of [...listeners]) listener();
}

/** @returns a function that ends it. */
export function onUnreachable(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
