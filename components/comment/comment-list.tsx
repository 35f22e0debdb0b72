'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { bidi, isolated } from '@/lib/bidi';
import { canDeleteComment, canEditComment } from '@/lib/comment/policy';
import type { CommentRecord } from '@/lib/comment/schema';
import type { Actor } from '@/lib/permission/policy';
import { CommentBox, type CommentBoxProps } from './comment-box';
import { Comment, type CommentChange } from './comment-item';
import { authorOf, type Thread, threadsOf } from './threads';

type Listed = CommentChange & {
  taskKey: string;
  projectId: string;
  viewer: Actor;
  /** The project's leader, who may delete comments. */
  leaderId: string | null;
  marksInternal: boolean;
  /** A task in the bin is read-only. */
  frozen: boolean;
  /** Absent: nobody can answer. */
  box?: CommentBoxProps;
  /** The comment that the URL names: its thread is open. */
  linked: string | null;
};

/** Threads, oldest first. Team comments are marked only where clients read too. */
export function CommentList({ comments, ...more }: Listed & { comments: readonly CommentRecord[] }) {
  return (
    <ol aria-label="Comments" className="flex flex-col gap-3">
      {threadsOf(comments).map((thread) => (
        <li key={thread.root._id}>
          <ThreadItem thread={thread} {...more} />
        </li>
      ))}
    </ol>
  );
}

function ThreadItem({ thread, box, linked, viewer, leaderId, marksInternal, ...more }: Listed & { thread: Thread }) {
  const { root, replies } = thread;
  const [reply, setReply] = useState<{ at: number; quoted?: string } | null>(null);
  const [shown, setShown] = useState(false);
  const open = !root.resolved_at || shown || replies.some(({ _id }) => _id === linked) || root._id === linked;

  const item = (comment: CommentRecord) => {
    const authored = { authorId: comment.author?._id ?? null, leaderId };
    return (
      <Comment
        comment={comment}
        marked={marksInternal && comment.internal}
        shared={marksInternal && !comment.internal && viewer.role !== 'client'}
        rights={{
          edit: !more.frozen && canEditComment(viewer, authored),
          remove: !more.frozen && canDeleteComment(viewer, authored),
          takePart: box !== undefined,
        }}
        onReply={(quoted) => setReply({ at: Date.now(), quoted })}
        {...more}
      />
    );
  };

  if (!open)
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-text-3">
        {isolated(authorOf(root))}’s thread was resolved
        {root.resolved_by && bidi` by ${root.resolved_by.name}`}
        {replies.length > 0 && ` · ${replies.length === 1 ? '1 reply' : `${replies.length} replies`}`}
        <Button variant="quiet" size="compact" aria-expanded={false} onClick={() => setShown(true)}>
          Show
        </Button>
      </p>
    );
  return (
    <>
      {root.parent_id && <p className="pl-11 text-xs text-text-3">A reply to an earlier comment</p>}
      {item(root)}
      {replies.length > 0 && (
        <ol aria-label="Replies" className="flex flex-col gap-3 pt-3 pl-11 max-sm:pl-4">
          {replies.map((comment) => (
            <li key={comment._id}>{item(comment)}</li>
          ))}
        </ol>
      )}
      {root.resolved_at && (
        <p className="flex flex-wrap items-center gap-x-2 pl-11 text-sm text-text-3">
          Resolved{root.resolved_by && bidi` by ${root.resolved_by.name}`}
          <Button variant="quiet" size="compact" aria-expanded onClick={() => setShown(false)}>
            Hide
          </Button>
        </p>
      )}
      {reply && box && (
        <div className="pt-3 pl-11 max-sm:pl-4">
          <CommentBox
            key={reply.at}
            {...box}
            readers={root.internal && box.readers === 'choice' ? 'team' : box.readers}
            reply={{ to: root.parent_id ?? root._id, quoted: reply.quoted, onClose: () => setReply(null) }}
          />
        </div>
      )}
    </>
  );
}
