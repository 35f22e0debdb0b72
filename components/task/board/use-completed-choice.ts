'use client';

import { useRef, useState } from 'react';
import { keepCookie } from '@/components/viewer/keep-cookie';
import type { TaskCard } from '@/lib/task/schema';
import { RECENT_DAYS } from '@/lib/task/vocabulary';
import { COMPLETED_COOKIE } from './completed-choice';

const DAY = 86_400_000;

/** Whether a board shows all that was completed, or what was lately. */
export function useCompletedChoice(first: boolean) {
  const [all, setAll] = useState(first);
  // What is read meanwhile goes by it at once.
  const now = useRef<'all' | 'recent'>(first ? 'all' : 'recent');
  return {
    all,
    read: () => now.current,
    hides: ({ completed_at: at }: TaskCard) =>
      now.current === 'recent' && at !== null && Date.parse(at) < Date.now() - RECENT_DAYS * DAY,
    showAll: (wanted: boolean) => {
      setAll(wanted);
      now.current = wanted ? 'all' : 'recent';
      keepCookie(COMPLETED_COOKIE, now.current);
    },
  };
}
