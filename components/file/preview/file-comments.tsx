'use client';

import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useDraft } from '@/components/draft/use-draft';
import { deleteUndoably } from '@/components/keys/undo-deletion';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { RenderedText } from '@/components/page/rendered-text';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { call, newIdempotencyKey } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { TextArea } from '@/components/ui/form/text-area';
import { IconButton } from '@/components/ui/icon-button';
import { useActor, useShell } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { canCommentOnFile } from '@/lib/file/policy';
import type { FileRecord } from '@/lib/file/schema';
import type { FileCommentRecord } from '@/lib/file-comment/schema';
import { fileCommentsQuery } from './comments-query';

/** What people say about a file, oldest first. Loaded when somebody asks. */
export function FileComments({ file }: { file: FileRecord }) {
  const { channels } = useLive();
  const { project_id: projectId, audience, task_id: taskId, message_id: messageId } = file;
  const writes = canCommentOnFile(useActor(), { projectId, audience, taskId, messageId, draft: false });
  const { data, isError, refetch } = useQuery(fileCommentsQuery(file._id));
  const again = () => void refetch();
  useLiveEvents([projectId ? channels.project(projectId) : channels.organisation], (message) => {
    if (message.event === 'file.commented' && message.data.id === file._id) again();
  });
  useCatchUp(again);
  const comments = data?.docs.toReversed() ?? [];
  const list = useRef<HTMLOListElement>(null);
  const newest = comments.at(-1)?._id;
  // The newest is the last, beside the field.
  useEffect(() => {
    if (newest) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);
  return (
    <section
      aria-label="Comments"
      data-scrolls
      className="flex max-h-[60%] shrink-0 flex-col gap-3 border-t border-border pt-3"
    >
      {isError && <ErrorState title="The comments could not be read" onRetry={again} />}
      {!data && !isError && <p className="text-sm text-text-3">Reading the comments…</p>}
      {data && comments.length === 0 && (
        <p className="text-sm text-text-3">
          {writes ? 'Nobody has commented on this file. Say what you think of it.' : 'No comments yet.'}
        </p>
      )}
      {data && data.totalDocs > comments.length && (
        <p className="text-sm text-text-2">
          The latest {comments.length} of {data.totalDocs}.
        </p>
      )}
      {comments.length > 0 && (
        <ol
          ref={list}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
          tabIndex={0}
          aria-label="What was said"
          className="relative flex min-h-0 flex-col gap-3 overflow-y-auto"
        >
          {comments.map((comment) => (
            <Line key={comment._id} comment={comment} onChanged={again} />
          ))}
        </ol>
      )}
      {writes && <CommentForm key={file._id} file={file} onSent={again} />}
    </section>
  );
}

function Line({ comment, onChanged }: { comment: FileCommentRecord; onChanged: () => void }) {
  const { author, body, internal } = comment;
  const { member } = useShell();
  const name = author?.name ?? HIDDEN_PEOPLE;
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    let gone = false;
    import('@/lib/markdown/markdown').then(
      ({ renderMarkdown }) => gone || setHtml(renderMarkdown(body)),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [body]);
  const { _id: id } = comment;
  const remove = () =>
    deleteUndoably({
      what: 'The comment',
      remove: () => call('DELETE fileComment/{id}', { id }),
      restore: () => call('POST restoreFileComment/{id}', { id }),
      onDeleted: onChanged,
      onRestored: onChanged,
    });
  return (
    <li className="flex gap-2.5">
      <Avatar size={24} beside person={{ id: author?._id ?? '', name, picture: author?.pic }} />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm">
          <span dir="auto" className="font-semibold">
            {name}
          </span>
          {internal && member.role !== 'client' && <Badge tone="internal">Internal note</Badge>}
          <span className="text-xs text-text-3">
            <Ago at={comment.created_at} />
          </span>
        </p>
        {html === undefined ? (
          <p dir="auto" className="text-base whitespace-pre-wrap">
            {body}
          </p>
        ) : (
          <RenderedText html={html} />
        )}
      </div>
      {comment.rights.delete && (
        <IconButton
          size="compact"
          label={bidi`Delete the comment by ${name}`}
          icon={<Trash2 />}
          onClick={() => void remove()}
        />
      )}
    </li>
  );
}

/** A comment is a note for the team until its writer opens it for the clients who see the file. */
function CommentForm({ file, onSent }: { file: FileRecord; onSent: () => void }) {
  const { member } = useShell();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const written = useRef('');
  const key = useRef(newIdempotencyKey());
  const { run, pending, error } = useCall();
  const put = (next: string) => {
    written.current = next;
    setText(next);
  };
  const keep = useDraft(`${member._id}:file:${file._id}`, put);
  const write = (next: string) => {
    put(next);
    keep(next);
  };
  const choice = member.role !== 'client' && file.audience === 'client';
  async function send() {
    const body = text.trim();
    if (!body || pending) return;
    const input = { id: file._id, body, ...(choice && { internal: !open }) };
    if (!(await run(() => call('POST fileComments/{id}', input, { idempotencyKey: key.current })))) return;
    key.current = newIdempotencyKey();
    // What was written while it was sent is another comment.
    if (written.current === text) write('');
    onSent();
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="flex shrink-0 flex-col gap-2"
    >
      <TextArea
        label="Comment"
        labelHidden
        rows={2}
        limit={20_000}
        placeholder={choice && !open ? 'Internal note for the team' : 'Write a comment'}
        value={text}
        error={error?.message}
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKey}
      />
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        {choice && (
          <label className="mr-auto inline-flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="checkbox"
              checked={open}
              onChange={({ target }) => setOpen(target.checked)}
            />
            Visible to clients
          </label>
        )}
        <Button type="submit" variant="primary" pending={pending} disabled={!text.trim()}>
          {choice && !open ? 'Add note' : 'Comment'}
        </Button>
      </div>
    </form>
  );
}
