import { useEffect, useRef } from 'react';

const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;

/** Outside the hook: each failed try draws the error anew. Old tries are forgotten. */
let last = { tries: 0, at: 0 };

/** While `wanted`, tries again after two seconds, then four, up to 30 seconds. */
export function useRetries(wanted: boolean, retry: () => void): void {
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout>;
    const plan = () => {
      const tries = Date.now() - last.at > 2 * LONGEST_MS ? 0 : last.tries;
      // Random, so that browsers do not all come back at once.
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
