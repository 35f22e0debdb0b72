import { type FromFrame, readToFrame, sealed, type ToFrame } from './frame-messages';

/** Says something to the page around the frame. `parent`: its origin; without one nothing is said. */
export function tellParent(parent: string | null, message: FromFrame): void {
  if (parent && window.parent !== window) window.parent.postMessage(sealed(message), parent);
}

/** Calls `listener` with what the page around the frame says. @returns a function that ends it. */
export function onParent(parent: string | null, listener: (message: ToFrame) => void): () => void {
  const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || origin !== parent) return;
    const message = readToFrame(data);
    if (message) listener(message);
  };
  window.addEventListener('message', hear);
  return () => window.removeEventListener('message', hear);
}
