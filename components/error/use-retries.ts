import { useEffect, useRef } from 'react';

const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;

/** Each try that fails draws the error anew, so the tries are counted here; what was long ago counts no more. */
let last = { tries: 0, at: 0 };

/** Tries again by itself while `wanted`: after two seconds, then four, up to half a minute. */
export function useRetries(wanted: boolean, retry: () => void): void {
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout>;
    const plan = () => {
      const tries = Date.now() - last.at > 2 * LONGEST_MS ? 0 : last.tries;
      // Not the same for everybody, so that browsers do not come back all at once.
      const delay = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries) * (0.8 + 0.4 * Math.random());
      timer = setTimeout(() => {
        last = { tries: tries + 1, at: Date.now() };
        latest.current();
        plan();
      }, delay);
    };
    plan();
    return () => clearTimeout(timer);
  }, [wanted]);
}
