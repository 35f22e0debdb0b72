'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskDetail } from '@/lib/task/schema';

/** Brings the comment of `?comment=` into view and focuses it, reading older ones until it is there. */
export function useLinkedComment(task: TaskDetail, showOlder: () => Promise<void>): string | null {
  const linked = useSearchParams().get('comment');
  const done = useRef<string | null>(null);
  // State: what is read may be drawn before this ends, and then it is to be looked at once more.
  const [reading, setReading] = useState(false);
  useEffect(() => {
    if (!linked || done.current === linked || reading) return;
    const element = document.getElementById(`comment-${linked}`);
    if (element) {
      done.current = linked;
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block: 'center' });
    } else if (task.comments_cursor) {
      setReading(true);
      showOlder()
        .catch(() => {
          done.current = linked;
        })
        .finally(() => setReading(false));
    } else {
      done.current = linked;
      showToast({ kind: 'failure', text: 'The comment of this link was deleted, or you cannot see it.' });
    }
  }, [linked, task, showOlder, reading]);
  return linked;
}
