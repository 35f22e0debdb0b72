'use client';

import { useRef } from 'react';
import { useUndo } from '@/components/keys/use-undo';
import { useTickBoxes } from '@/components/page/tick-boxes';
import { ApiError, call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { CommentRecord } from '@/lib/comment/schema';
import type { TickedLine } from '@/lib/markdown/task-boxes';

type Props = { comment: CommentRecord; onChanged: (comment: CommentRecord) => void };

const changedSince = () => new ApiError(409, 'conflict', 'That line was changed in the meantime.');
const loadLines = () => import('@/lib/markdown/task-boxes');

/** Upon the comment as it is by now, as long as the line is there. */
async function send(comment: CommentRecord, line: TickedLine, again = true): Promise<CommentRecord> {
  const { withLine } = await loadLines();
  const { _id: id, version } = comment;
  const body = withLine(comment.body, line);
  if (body === null) throw changedSince();
  try {
    return await call('PATCH comment/{id}', { id, version, body });
  } catch (error) {
    const current = error instanceof ApiError && error.code === 'conflict' ? error.current : undefined;
    if (!current || !again) throw error;
    return send(current as CommentRecord, line, false);
  }
}

/** Stands right behind the words of one's own comment, and lets its boxes be ticked. */
export function CommentBoxes({ comment, onChanged }: Props) {
  const behind = useRef<HTMLSpanElement>(null);
  const remember = useUndo();
  useTickBoxes(behind, comment.body_html, async (box, done) => {
    const { tickedLine, lineBack } = await loadLines();
    const line = tickedLine(comment.body, box, done);
    if (!line) throw changedSince();
    const saved = await send(comment, line);
    onChanged(saved);
    remember(
      () =>
        void send(saved, lineBack(line)).then(onChanged, (error) =>
          showToast({ kind: 'failure', text: `The comment was not changed. ${reasonOf(error)}` }),
        ),
    );
  });
  return <span ref={behind} hidden />;
}
