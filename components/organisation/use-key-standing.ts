'use client';

import { useEffect, useState } from 'react';
import { api } from '@/components/query/api-client';

type Standing = { key: string; free: boolean; reason: string | null };

const PAUSE_MS = 300;

/** What the server says of a wished key, a moment after the last letter; null while it has not said anything. */
export function useKeyStanding(key: string, present: string): Standing | null {
  const [standing, setStanding] = useState<Standing | null>(null);
  const wished = key.trim().toLowerCase();
  useEffect(() => {
    if (wished.length < 2 || wished === present) return setStanding(null);
    const asked = new AbortController();
    const timer = setTimeout(() => {
      api
        .get<Standing>(`keyStanding?key=${encodeURIComponent(wished)}`, { signal: asked.signal })
        // Offline, or typed on: the form says it when it is sent.
        .then(setStanding, () => undefined);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [wished, present]);
  return standing?.key === wished ? standing : null;
}
