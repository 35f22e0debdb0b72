'use client';

import { useEffect, useRef, useState } from 'react';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskDetail } from '@/lib/task/schema';

export type LinkedProps = { id: string; task: TaskDetail; showOlder: () => Promise<void> };

/** Brings the comment of `?comment=` into view and focuses it, reading older ones until it is there. */
export function LinkedComment({ id, task, showOlder }: LinkedProps) {
  const done = useRef<string | null>(null);
  // State: what is read may be drawn before this ends, and then it is to be looked at once more.
  const [reading, setReading] = useState(false);
  useEffect(() => {
    if (done.current === id || reading) return;
    const element = document.getElementById(`comment-${id}`);
    if (element) {
      done.current = id;
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block: 'center' });
    } else if (task.comments_cursor) {
      setReading(true);
      showOlder()
        .catch(() => {
          done.current = id;
        })
        .finally(() => setReading(false));
    } else {
      done.current = id;
      showToast({ kind: 'failure', text: 'The comment of this link was deleted, or you cannot see it.' });
    }
  }, [id, task, showOlder, reading]);
  return null;
}
