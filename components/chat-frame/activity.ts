/** What somebody does in a frame, as it says so. */
const IN_A_FRAME = 'activity-in-a-frame';
const SIGNS = ['pointerdown', 'pointermove', 'keydown', IN_A_FRAME];
const OPTIONS = { passive: true, capture: true };

/** Calls `work` with each key and move of the pointer. @returns a function that ends it. */
export function onActivity(work: () => void): () => void {
  for (const sign of SIGNS) window.addEventListener(sign, work, OPTIONS);
  return () => {
    for (const sign of SIGNS) window.removeEventListener(sign, work, OPTIONS);
  };
}

/** The page around a frame hears nothing of its keys. */
export const noteActivity = (): boolean => window.dispatchEvent(new Event(IN_A_FRAME));
