'use client';

import { useRef } from 'react';
import { useUndo } from '@/components/keys/use-undo';
import { useTickedLines } from '@/components/page/ticked-lines';
import { ApiError, call } from '@/components/query/api-client';
import type { CommentRecord } from '@/lib/comment/schema';

type Props = { comment: CommentRecord; onChanged: (comment: CommentRecord) => void };

/** Stands right behind the words of one's own comment, and lets its boxes be ticked. */
export function CommentBoxes({ comment, onChanged }: Props) {
  const behind = useRef<HTMLSpanElement>(null);
  useTickedLines<CommentRecord>({
    behind,
    html: comment.body_html,
    stored: comment,
    textOf: ({ body }) => body,
    save: async ({ _id: id, version }, body) => {
      const saved = await call('PATCH comment/{id}', { id, version, body });
      onChanged(saved);
      return saved;
    },
    currentOf: (error) =>
      error instanceof ApiError && error.code === 'conflict' ? (error.current as CommentRecord | undefined) : undefined,
    what: 'The comment',
    onUndone: () => {},
    remember: useUndo(),
  });
  return <span ref={behind} hidden />;
}
