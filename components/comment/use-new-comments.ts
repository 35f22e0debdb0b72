'use client';

import { useEffect, useRef } from 'react';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import type { CommentRecord } from '@/lib/comment/schema';

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
    const fresh = comments.filter(({ created_at, author }) => created_at > since && author?._id !== viewerId);
    const [first] = fresh;
    if (!first) return;
    const who = first.author?.name ?? HIDDEN_PEOPLE;
    say(fresh.length > 1 ? `${fresh.length} new comments` : `${who} ${first.parent_id ? 'replied' : 'commented'}`);
  }, [comments, viewerId, say]);
}
