'use client';

import { useState } from 'react';
import { AttachmentTiles } from '@/components/attachment/attachment-list';
import { RenderedText } from '@/components/page/rendered-text';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { call, reasonOf } from '@/components/query/api-client';
import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { AvatarPopover } from '@/components/ui/overlay/avatar-popover';
import { showToast } from '@/components/ui/overlay/toast';
import { cn } from '@/lib/class-names';
import { canDeleteComment, canEditComment } from '@/lib/comment/policy';
import type { CommentRecord } from '@/lib/comment/schema';
import type { FileRecord } from '@/lib/file/schema';
import type { Actor } from '@/lib/permission/policy';
import { CommentEditor } from './comment-editor';

type Change = {
  onChanged: (comment: CommentRecord) => void;
  onDeleted: (id: string) => void;
  /** Of a comment’s attachment. */
  onRemove: (file: FileRecord) => void;
};

/** Oldest first. Team comments are marked only where clients read too. */
export function CommentList({
  comments,
  viewer,
  leaderId,
  marksInternal,
  frozen,
  ...change
}: Change & {
  comments: readonly CommentRecord[];
  viewer: Actor;
  /** The project's leader, who may delete comments. */
  leaderId: string | null;
  marksInternal: boolean;
  /** A task in the bin is read-only. */
  frozen: boolean;
}) {
  return (
    <ol aria-label="Comments" className="flex flex-col gap-3">
      {comments.map((comment) => (
        <Comment
          key={comment._id}
          comment={comment}
          frozen={frozen}
          marked={marksInternal && comment.internal}
          mayEdit={!frozen && canEditComment(viewer, { authorId: comment.author?._id ?? null, leaderId })}
          mayDelete={!frozen && canDeleteComment(viewer, { authorId: comment.author?._id ?? null, leaderId })}
          {...change}
        />
      ))}
    </ol>
  );
}

function Comment({
  comment,
  marked,
  mayEdit,
  mayDelete,
  frozen,
  onChanged,
  onDeleted,
  onRemove,
}: Change & { comment: CommentRecord; marked: boolean; mayEdit: boolean; mayDelete: boolean; frozen: boolean }) {
  const [mode, setMode] = useState<'read' | 'edit' | 'delete'>('read');
  const [pending, setPending] = useState(false);
  const { _id: id, author, version, body, body_html, attachments, created_at, edited_at } = comment;

  async function send(run: () => Promise<void>): Promise<boolean> {
    setPending(true);
    try {
      await run();
      setMode('read');
      return true;
    } catch (error) {
      showToast({ kind: 'failure', text: `The comment was not changed. ${reasonOf(error)}` });
      return false;
    } finally {
      setPending(false);
    }
  }
  const save = (written: string) =>
    send(async () => {
      if (written && written !== body) onChanged(await call('PATCH comment/{id}', { id, version, body: written }));
    });
  const remove = () =>
    send(async () => {
      await call('DELETE comment/{id}', { id });
      onDeleted(id);
    });

  return (
    <li
      id={`comment-${id}`}
      className={cn('flex gap-3 rounded-lg target:bg-selected', marked && '-mx-3 bg-warn-soft px-3 py-2')}
    >
      {author ? (
        <AvatarPopover person={{ id: author._id, name: author.name, picture: author.pic }} size={32} />
      ) : (
        <Avatar person={{ id: '', name: HIDDEN_PEOPLE }} size={32} beside />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm">
          <span className="font-semibold">{author?.name ?? HIDDEN_PEOPLE}</span>
          {marked && <Badge tone="warn">Internal note</Badge>}
          <span className="text-xs text-text-3">
            <Ago at={created_at} />
            {edited_at && ', edited'}
          </span>
          {mode === 'read' && (mayEdit || mayDelete) && (
            <span className="ml-auto flex">
              {mayEdit && (
                <Button variant="quiet" size="compact" onClick={() => setMode('edit')}>
                  Edit
                </Button>
              )}
              {mayDelete && (
                <Button variant="quiet" size="compact" onClick={() => setMode('delete')}>
                  Delete
                </Button>
              )}
            </span>
          )}
        </div>
        {mode === 'edit' ? (
          <CommentEditor id={id} body={body} pending={pending} onSave={save} onClose={() => setMode('read')} />
        ) : (
          body_html && <RenderedText html={body_html} />
        )}
        {attachments.length > 0 && (
          <AttachmentTiles
            label="Attachments of this comment"
            files={attachments}
            onRemove={frozen ? undefined : onRemove}
          />
        )}
        {mode === 'delete' && (
          <div role="alertdialog" aria-label="Delete this comment?" className="mt-2 flex flex-wrap items-center gap-2">
            <p className="text-base">Delete this comment? This cannot be undone.</p>
            <Button size="compact" onClick={() => setMode('read')}>
              Keep
            </Button>
            <Button variant="danger" size="compact" pending={pending} pendingText="Deleting" onClick={remove}>
              Delete
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
