'use client';

import { useRef, useState } from 'react';
import { api, reasonOf } from '@/components/query/api-client';
import { HIDDEN_PEOPLE } from '@/components/task/assignee-stack';
import { RenderedText } from '@/components/task/rendered-text';
import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { AvatarPopover } from '@/components/ui/avatar-popover';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/toast';
import { cn } from '@/lib/class-names';
import { canDeleteComment, canEditComment } from '@/lib/comment/policy';
import type { Actor } from '@/lib/permission/policy';
import type { CommentRecord } from '@/lib/task/schema';

type Change = { onChanged: (comment: CommentRecord) => void; onDeleted: (id: string) => void };

/** Comments, oldest first. What only the team reads is marked where clients read too. */
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
  /** Who leads the project, and so may take comments away. */
  leaderId: string | null;
  marksInternal: boolean;
  /** A task in the bin is read only. */
  frozen: boolean;
}) {
  return (
    <ol aria-label="Comments" className="flex flex-col gap-3">
      {comments.map((comment) => (
        <Comment
          key={comment._id}
          comment={comment}
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
  onChanged,
  onDeleted,
}: Change & { comment: CommentRecord; marked: boolean; mayEdit: boolean; mayDelete: boolean }) {
  const [mode, setMode] = useState<'read' | 'edit' | 'delete'>('read');
  const [pending, setPending] = useState(false);
  const text = useRef<HTMLTextAreaElement>(null);
  const { _id: id, author, version, body, body_html, created_at, edited_at } = comment;

  async function send(run: () => Promise<void>) {
    setPending(true);
    try {
      await run();
      setMode('read');
    } catch (error) {
      showToast({ kind: 'failure', text: `The comment was not changed. ${reasonOf(error)}` });
    } finally {
      setPending(false);
    }
  }
  const save = () =>
    send(async () => {
      const written = text.current?.value.trim() ?? '';
      if (written && written !== body)
        onChanged(await api.patch<CommentRecord>(`comment/${id}`, { version, body: written }));
    });
  const remove = () =>
    send(async () => {
      await api.delete(`comment/${id}`);
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
          <div className="flex flex-col gap-2">
            <textarea
              ref={text}
              aria-label="Comment"
              defaultValue={body}
              maxLength={20_000}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
                if (event.key === 'Escape') setMode('read');
              }}
              className="field-sizing-content min-h-16 w-full resize-y rounded-sm border border-border-strong bg-surface px-2.5 py-2 text-read focus-visible:outline-offset-0"
            />
            <div className="flex gap-2">
              <Button variant="primary" size="compact" pending={pending} pendingText="Saving" onClick={save}>
                Save
              </Button>
              <Button size="compact" onClick={() => setMode('read')}>
                Cancel
              </Button>
            </div>
          </div>
        ) : (
          <RenderedText html={body_html} />
        )}
        {mode === 'delete' && (
          <div role="alertdialog" aria-label="Delete this comment?" className="mt-2 flex flex-wrap items-center gap-2">
            <p className="text-base">Delete this comment? It cannot be brought back.</p>
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
