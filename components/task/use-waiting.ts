'use client';

import { useCallback, useState } from 'react';

/** Which tasks have a change that waits for the connection. */
export function useWaiting() {
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(NONE);
  const begin = useCallback((id: string) => {
    if (!navigator.onLine) setWaiting((ids) => new Set(ids).add(id));
  }, []);
  const end = useCallback(
    (id: string) => setWaiting((ids) => (ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : ids)),
    [],
  );
  return { waiting, begin, end };
}

const NONE: ReadonlySet<string> = new Set();
