'use client';

import { useEffect, useRef } from 'react';
import type { CommentRecord } from '@/lib/comment/schema';
import { authorOf } from './threads';

/** Says once what others wrote since the page was opened; older comments that are loaded are not new. */
export function useNewComments(comments: readonly CommentRecord[], viewerId: string, say: (words: string) => void) {
  const heard = useRef<string | null>(null);
  useEffect(() => {
    const newest =
      comments
        .map(({ created_at }) => created_at)
        .sort()
        .at(-1) ?? '';
    const since = heard.current;
    heard.current = newest;
    if (since === null || newest <= since) return;
    const fresh = comments.filter(
      ({ created_at, author, rule }) => created_at > since && (rule !== undefined || author?._id !== viewerId),
    );
    const [first] = fresh;
    if (!first) return;
    const who = authorOf(first);
    say(fresh.length > 1 ? `${fresh.length} new comments` : `${who} ${first.parent_id ? 'replied' : 'commented'}`);
  }, [comments, viewerId, say]);
}
