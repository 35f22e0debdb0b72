'use client';

import { useEffect, useState } from 'react';
import { call } from '@/components/query/api-client';
import type { AnswerOf } from '@/lib/api/contract';

type Availability = AnswerOf<'GET keyStanding'>;

const PAUSE_MS = 300;

/** The server's answer, a moment after the last key press; null until then. */
export function useKeyAvailability(key: string, present: string): Availability | null {
  const [availability, setAvailability] = useState<Availability | null>(null);
  const requested = key.trim().toLowerCase();
  useEffect(() => {
    if (requested.length < 2 || requested === present) return setAvailability(null);
    const asked = new AbortController();
    const timer = setTimeout(() => {
      call('GET keyStanding', { key: requested }, { signal: asked.signal })
        // Offline or aborted: sending the form checks again.
        .then(setAvailability, () => undefined);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [requested, present]);
  return availability?.key === requested ? availability : null;
}
